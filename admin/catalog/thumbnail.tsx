import type { ComponentProps } from 'react'
import { useReload } from '../app/frame/connection.tsx'
import { thumbnailOf } from './media.ts'

type ThumbnailProps = Omit<ComponentProps<'img'>, 'src' | 'alt'> & { imageUrl: string | null }

/** A small copy of a picture, loaded again once the shop can be reached; an empty box without one. */
export function Thumbnail({ imageUrl, ...props }: ThumbnailProps) {
  const { key, onError } = useReload()
  if (imageUrl === null) return <span className={props.className} />
  return <img key={key} src={thumbnailOf(imageUrl)} alt="" loading="lazy" onError={onError} {...props} />
}
