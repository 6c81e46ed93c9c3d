import { pictureUrl } from '@shop/contract/pictures'

/** The sizes of one picture in one format for `srcset`; `null` for pictures that another host serves as they are. */
export function pictureSet(
  url: string,
  format: 'avif' | 'webp',
  baseUrl: string,
  widths: readonly number[],
): string | null {
  if (!url.startsWith(`${baseUrl}/images/`) || /\.svg($|\?)/i.test(url)) return null
  const joint = url.includes('?') ? '&' : '?'
  return widths.map((width) => `${url}${joint}w=${width}&f=${format} ${width}w`).join(', ')
}

/** A picture laid out for shared links, 1200 x 630 pixels where our own backend serves it. */
export function sharePictureUrl(baseUrl: string, src: string): string {
  const url = pictureUrl(baseUrl, src)
  if (!url.startsWith(`${baseUrl}/images/`) || /\.svg($|\?)/i.test(url)) return url
  return `${url}${url.includes('?') ? '&' : '?'}f=share`
}
