/** The address of a small copy of a picture of the shop, 360 pixels wide. */
export function thumbnailOf(imageUrl: string): string {
  return `${imageUrl}${imageUrl.includes('?') ? '&' : '?'}w=360`
}
