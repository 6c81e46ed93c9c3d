import { Fieldset, FileButton, Group, Text, Textarea } from '@mantine/core'
import { ALT_LENGTH } from '@shop/contract/catalog/admin'
import { useState } from 'react'
import { uploadFile } from '../catalog/media.ts'
import { Thumbnail } from '../catalog/thumbnail.tsx'
import { usePlainCall } from '../ui/form.tsx'
import { Hint, QuietButton } from '../ui/page.tsx'
import { FailureLine } from '../ui/states.tsx'
import classes from './lines.module.css'

export type LinePicture = { file: string; alt: string; image_url: string }

type PictureFieldProps = {
  legend: string
  hint: string
  picture: LinePicture | null
  errors: { file: string | undefined; alt: string | undefined }
  onChange: (picture: LinePicture | null) => void
}

export function PictureField({ legend, hint, picture, errors, onChange }: PictureFieldProps) {
  const [share, setShare] = useState(0)
  const upload = usePlainCall(
    (file: File) => uploadFile(file, setShare),
    ({ file, image_url }) => onChange({ file, image_url, alt: picture?.alt ?? '' }),
  )
  return (
    <Fieldset legend={legend}>
      <Hint mb="sm">{hint}</Hint>
      {picture !== null && (
        <>
          <Thumbnail imageUrl={picture.image_url} className={classes.picture} />
          <Textarea
            label="What it shows"
            placeholder="For people who use a screen reader"
            required
            maxLength={ALT_LENGTH}
            value={picture.alt}
            error={errors.alt}
            onChange={({ currentTarget: { value } }) => onChange({ ...picture, alt: value })}
          />
        </>
      )}
      <FailureLine text={upload.failure ?? errors.file ?? null} />
      <div role="status">{upload.isPending && <Text fz="sm">{share === 1 ? 'Checking' : 'Uploading'}</Text>}</div>
      <Group gap="sm" mt="sm">
        <FileButton
          accept="image/jpeg,image/png,image/webp,image/avif"
          onChange={(file) => file !== null && upload.press(file)}
        >
          {(props) => (
            <QuietButton
              {...props}
              loading={upload.isPending}
              aria-label={`${picture === null ? 'Choose' : 'Replace'}: ${legend}`}
            >
              {picture === null ? 'Choose a picture' : 'Replace it'}
            </QuietButton>
          )}
        </FileButton>
        {picture !== null && (
          <QuietButton onClick={() => onChange(null)} aria-label={`Remove: ${legend}`}>
            Remove it
          </QuietButton>
        )}
      </Group>
    </Fieldset>
  )
}
