import 'react-image-crop/dist/ReactCrop.css'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import ReactCrop, { type PercentCrop } from 'react-image-crop'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { QuietButton } from '../../ui/page.tsx'
import { FailureLine, failureOf } from '../../ui/states.tsx'
import { uploadFile } from '../media.ts'
import type { PictureValue } from '../product-values.ts'

const JPEG_QUALITY = 0.92
const FIRST_CROP: PercentCrop = { unit: '%', x: 5, y: 5, width: 90, height: 90 }

type CropDialogProps = { picture: PictureValue; onDone: (picture: PictureValue) => void; onClose: () => void }

/** Cuts a part out of a picture. The whole one stays in the shop, so an Undo brings it back. */
export function CropDialog({ picture, onDone, onClose }: CropDialogProps) {
  const image = useRef<HTMLImageElement>(null)
  const [crop, setCrop] = useState<PercentCrop>(FIRST_CROP)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      if (image.current === null) throw new Error('the picture isn’t there yet')
      const part = await cut(image.current, crop)
      return uploadFile(new File([part], picture.file.replace(/\.\w+$/, '.jpg')), () => {})
    },
    networkMode: 'always',
    retry: false,
    onSuccess: (uploaded) => onDone({ ...uploaded, alt: picture.alt }),
  })
  return (
    <Dialog onClose={onClose} title="Crop the picture" size="lg">
      <ReactCrop crop={crop} onChange={(_pixels, percent) => setCrop(percent)} ruleOfThirds>
        <img ref={image} src={picture.image_url} alt={picture.alt} />
      </ReactCrop>
      <FailureLine text={failureOf(error)} />
      <DialogActions>
        <QuietButton onClick={onClose}>Cancel</QuietButton>
        <Button loading={isPending} disabled={crop.width < 1 || crop.height < 1} onClick={() => mutate()}>
          Crop
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The part of a picture in its own resolution, as JPEG. */
async function cut(image: HTMLImageElement, { x, y, width, height }: PercentCrop): Promise<Blob> {
  const { naturalWidth, naturalHeight } = image
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round((naturalWidth * width) / 100))
  canvas.height = Math.max(1, Math.round((naturalHeight * height) / 100))
  const [left, top] = [(naturalWidth * x) / 100, (naturalHeight * y) / 100]
  canvas.getContext('2d')?.drawImage(image, -left, -top)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the picture couldn’t be cropped')) : resolve(blob)),
      'image/jpeg',
      JPEG_QUALITY,
    ),
  )
}
