import { Button, FileButton, Group, Stack, Text, Textarea, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { PageField, Picture } from '@shop/contract/pages/fields'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { thumbnailOf, uploadFile } from '../catalog/media.ts'
import { Dialog, DialogButton } from '../ui/dialog.tsx'
import { linesHigh, typed, usePlainCall } from '../ui/form.tsx'
import { Hint } from '../ui/page.tsx'
import { EmptyState, FailureLine, Loaded } from '../ui/states.tsx'
import classes from './pages.module.css'
import { picturesQuery } from './pages.queries.ts'

type PictureField = Extract<PageField, { kind: 'picture' }>

type PictureInputProps = {
  field: PictureField
  value: Picture
  error: string | undefined
  onChange: (value: Picture) => void
}

/** A picture of a page with its alternative text; another one is chosen from the shop's, or sent. */
export function PictureInput({ field: { label, hint, crop, part }, value, error, onChange }: PictureInputProps) {
  const { file, alt } = value
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <Text fw={500}>{label}</Text>
      {hint !== undefined && <Hint>{hint}</Hint>}
      <img src={thumbnailOf(`/images/${encodeURIComponent(file)}`)} alt="" className={classes.picture} loading="lazy" />
      <Group gap="sm">
        <DialogButton label="Choose another picture" subject={`${part}, ${label}`}>
          {(close) => (
            <PictureDialog
              onChoose={(chosen) => {
                // What the one before showed is not what this one shows.
                onChange({ file: chosen, alt: chosen === file ? alt : '' })
                close()
              }}
              onClose={close}
            />
          )}
        </DialogButton>
      </Group>
      {crop ? (
        error !== undefined && <Text c="brick">{error}</Text>
      ) : (
        <Textarea
          label="What it shows"
          placeholder="For people who use a screen reader"
          styles={{ input: linesHigh(1) }}
          error={error}
          {...typed(alt, (text) => onChange({ file, alt: text }))}
        />
      )}
    </Stack>
  )
}

function PictureDialog({ onChoose, onClose }: { onChoose: (file: string) => void; onClose: () => void }) {
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search, 250)
  const upload = usePlainCall(
    (file: File) => uploadFile(file, () => {}),
    ({ file }) => onChoose(file),
  )
  return (
    <Dialog title="Choose a picture" size="lg" onClose={onClose}>
      <Stack gap="md">
        <Group gap="sm" align="end">
          <TextInput label="Search by name" maxLength={100} data-autofocus {...typed(search, setSearch)} />
          <FileButton
            onChange={(file) => file !== null && upload.press(file)}
            accept="image/jpeg,image/png,image/webp,image/avif"
          >
            {(props) => (
              <Button variant="default" loading={upload.isPending} {...props}>
                Upload a new one
              </Button>
            )}
          </FileButton>
        </Group>
        <FailureLine text={upload.failure} />
        <Loaded query={useQuery(picturesQuery(q))} label="Loading pictures">
          {({ pictures }) =>
            pictures.length === 0 ? (
              <EmptyState text="No picture matches." />
            ) : (
              <ul className={classes.choices}>
                {pictures.map(({ file, image_url }) => (
                  <li key={file}>
                    <UnstyledButton className={classes.choice ?? ''} onClick={() => onChoose(file)}>
                      <img src={thumbnailOf(image_url)} alt="" loading="lazy" />
                      {file}
                    </UnstyledButton>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Stack>
    </Dialog>
  )
}
