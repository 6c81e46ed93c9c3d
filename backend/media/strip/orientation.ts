const ORIENTATION_TAG = 0x0112
const SHORT_TYPE = 3

/** EXIF's orientation, 1 to 8; 1 without one. */
export function parseOrientation(exif: Buffer): number {
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1
  const two = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const four = (at: number) => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const start = four(4)
  if (two(2) !== 42 || start + 2 > tiff.length) return 1
  for (let entry = start + 2; entry < start + 2 + two(start) * 12 && entry + 12 <= tiff.length; entry += 12) {
    if (two(entry) !== ORIENTATION_TAG) continue
    const value = two(entry + 2) === SHORT_TYPE ? two(entry + 8) : 1
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** EXIF data with the orientation only. */
export function buildExif(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(ORIENTATION_TAG, 10)
  tiff.writeUInt16BE(SHORT_TYPE, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
