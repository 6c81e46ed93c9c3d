import { ActionIcon, Group, Progress, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { ALT_LENGTH, MAX_PRODUCT_PICTURES } from '@shop/contract/catalog/admin'
import { isVideo } from '@shop/contract/catalog/calls'
import { ArrowLeft, ArrowRight, Camera, Crop, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { lazyPart } from '../../app/code.tsx'
import { useReload } from '../../app/frame/connection.tsx'
import { Hint } from '../../ui/page.tsx'
import { FailureLine, Loading } from '../../ui/states.tsx'
import { thumbnailOf } from '../media.ts'
import type { PictureValue } from '../product-values.ts'
import classes from './pictures-field.module.css'
import { UPLOAD_HINT, useUploads } from './use-uploads.ts'

const CropDialog = lazyPart({
  name: 'crop-dialog',
  load: async () => (await import('./crop-dialog.tsx')).CropDialog,
  fallback: <Loading label="Loading the picture" />,
})

/** Accepted kinds: for these an iPhone turns its own HEIC into JPEG then. */
const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'video/mp4']

type Change = (pictures: readonly PictureValue[]) => PictureValue[]

type PicturesFieldProps = {
  pictures: readonly PictureValue[]
  errors: Readonly<Record<string, ReactNode>>
  onChange: (change: Change) => void
}

/** The pictures of a product in their order: put up by a tap, by dragging or pasting, each with its text. */
export function PicturesField({ pictures, errors, onChange }: PicturesFieldProps) {
  const [cropped, setCropped] = useState<{ picture: PictureValue; index: number } | null>(null)
  const { add, sending, failures } = useUploads(pictures, (picture) => onChange((before) => [...before, picture]))
  const move = (button: HTMLButtonElement, from: number, to: number) => {
    flushSync(() => onChange(swap(from, to)))
    focusMoved(button)
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} component="ul" className={classes.list ?? ''}>
        {pictures.map((picture, index) => (
          <li key={picture.file} className={classes.picture}>
            <Preview picture={picture} />
            <Textarea
              label={`What picture ${index + 1} shows`}
              placeholder="For people who use a screen reader"
              required
              maxLength={ALT_LENGTH}
              value={picture.alt}
              error={errors[`images.${index}.alt`] ?? errors[`images.${index}.file`]}
              onChange={({ currentTarget: { value } }) => onChange(replaceAt(index, { ...picture, alt: value }))}
            />
            <Group gap={4} mt={4}>
              {[-1, 1].map((step) => (
                <ActionIcon
                  key={step}
                  aria-label={`Move picture ${index + 1} ${step === -1 ? 'forward' : 'back'}`}
                  disabled={pictures[index + step] === undefined}
                  onClick={(event) => move(event.currentTarget, index, index + step)}
                >
                  {step === -1 ? <ArrowLeft aria-hidden size={20} /> : <ArrowRight aria-hidden size={20} />}
                </ActionIcon>
              ))}
              {!isVideo(picture.file) && (
                <ActionIcon aria-label={cropLabel(index)} onClick={() => setCropped({ picture, index })}>
                  <Crop aria-hidden size={20} />
                </ActionIcon>
              )}
              <ActionIcon
                aria-label={`Remove picture ${index + 1}`}
                color="brick"
                ml="auto"
                onClick={() => onChange((before) => before.filter((_, at) => at !== index))}
              >
                <Trash2 aria-hidden size={20} />
              </ActionIcon>
            </Group>
          </li>
        ))}
      </SimpleGrid>
      <div role="status">
        {sending.map(({ key, name, share }) => (
          <div key={key}>
            <Text fz="sm">{share === 1 ? `Checking ${name}` : `Sending ${name}`}</Text>
            <Progress value={share * 100} aria-label={name} mb="xs" />
          </div>
        ))}
      </div>
      {failures.length > 0 && (
        <Stack gap="xs" mb="sm">
          {failures.map((failure) => (
            <FailureLine key={failure} text={failure} />
          ))}
        </Stack>
      )}
      {pictures.length < MAX_PRODUCT_PICTURES && (
        <Dropzone
          onDrop={add}
          multiple
          className={classes.drop ?? ''}
          inputProps={{ accept: ACCEPTED_TYPES.join(','), 'aria-label': 'Photos and videos' }}
        >
          <Camera aria-hidden size={28} strokeWidth={1.5} />
          <Text fw={600}>Take or choose photos</Text>
          <Hint>You can also drop or paste them here. Short videos work too. {UPLOAD_HINT}</Hint>
        </Dropzone>
      )}
      {cropped !== null && (
        <CropDialog
          picture={cropped.picture}
          onClose={() => setCropped(null)}
          onDone={(picture) => {
            const { file } = cropped.picture
            flushSync(() => {
              onChange((before) => before.map((other) => (other.file === file ? picture : other)))
              setCropped(null)
            })
            focusCrop(cropped.index)
          }}
        />
      )}
    </>
  )
}

function Preview({ picture: { file, image_url } }: { picture: PictureValue }) {
  const { key, onError } = useReload()
  const props = { className: classes.image, onError }
  if (isVideo(file)) return <video key={key} src={image_url} muted controls preload="metadata" {...props} />
  return <img key={key} src={thumbnailOf(image_url)} alt="" loading="lazy" {...props} />
}

function replaceAt(index: number, picture: PictureValue): Change {
  return (pictures) => pictures.map((other, at) => (at === index ? picture : other))
}

function swap(index: number, other: number): Change {
  return (pictures) =>
    pictures.map((picture, at) => {
      if (at === index) return pictures[other] ?? picture
      return at === other ? (pictures[index] ?? picture) : picture
    })
}

/** A button of a picture that was moved has lost the focus, and is disabled at either end of the list. */
function focusMoved(button: HTMLButtonElement): void {
  const other = button.parentElement?.querySelector<HTMLButtonElement>('button:enabled')
  const target = button.disabled ? other : button
  target?.focus()
}

function cropLabel(index: number): string {
  return `Crop picture ${index + 1}`
}

/** The button that opened the dialog is gone, since the cropped picture is another file; there is one like it in its place. */
function focusCrop(index: number): void {
  document.querySelector<HTMLElement>(`[aria-label="${cropLabel(index)}"]`)?.focus()
}
