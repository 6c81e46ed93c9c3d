import sharp, { type ResizeOptions } from 'sharp'

/**
 * Preloaded by shops in tests (`node --import`): variants of pictures are made an eighth as wide, with AVIF's least
 * effort, since pages take their layout from attributes and styles. To make and to draw full ones took a fifth of the
 * browser tests' time.
 */
const { avif, resize } = sharp.prototype
sharp.prototype.avif = function encode(options?: object) {
  return avif.call(this, { ...options, effort: 0 })
}
sharp.prototype.resize = function shrink(size?: number | ResizeOptions | null, ...others: [number?, ResizeOptions?]) {
  if (typeof size !== 'object' || size?.width === undefined || size.height !== undefined) {
    return resize.call(this, size, ...others)
  }
  return resize.call(this, { ...size, width: Math.ceil(size.width / 8) })
}
