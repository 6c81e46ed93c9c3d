import sharp from 'sharp'

/**
 * Loaded ahead of what a shop of the tests starts (`node --import`): its worker encodes AVIF with the least effort, which
 * takes a twentieth of the time and makes the files a tenth larger. A limit on their weight holds all the more.
 */
const { avif } = sharp.prototype
sharp.prototype.avif = function encode(options?: object) {
  return avif.call(this, { ...options, effort: 0 })
}
