import { useWindowEvent } from '@mantine/hooks'
import { MAX_PRODUCT_PICTURES, MAX_UPLOAD_BYTES } from '@shop/contract/catalog/admin'
import { useState } from 'react'
import { messageOf } from '../../ui/states.tsx'
import { uploadFile } from '../media.ts'
import type { PictureValue } from '../product-values.ts'

type Sending = { key: number; name: string; share: number }

/** The limits, for the person who chooses files. */
export const UPLOAD_HINT = `Up to ${MAX_PRODUCT_PICTURES}, ${MAX_UPLOAD_BYTES / 1_000_000} MB each.`

/** Why none of so many files is sent; `null` when there is room for all. `present` includes those on their way. */
export function roomProblem(files: number, present: number): string | null {
  const room = MAX_PRODUCT_PICTURES - present
  if (files <= room) return null
  const has = present === 0 ? '' : `, and this one has ${present}`
  const way = room === 0 ? 'Please remove some first.' : `Please choose ${room} at most.`
  return `You chose ${files} files. A product can have ${MAX_PRODUCT_PICTURES} pictures${has}, so we didn’t upload any. ${way}`
}

export function nameFailure(name: string, message: string): string {
  return message.includes(name) ? message : `"${name}": ${message}`
}

/**
 * Sends files that are chosen, dropped or pasted one after the other, all or, if there are too many, none. Each that the shop
 * has taken is handed on; of the others each says why not.
 */
export function useUploads(pictures: readonly PictureValue[], onUploaded: (picture: PictureValue) => void) {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [failures, setFailures] = useState<readonly string[]>([])
  const addFailure = (failure: string) => setFailures((before) => [...before, failure])

  async function send(files: readonly File[]): Promise<void> {
    const jobs = files.map((file) => ({ file, key: Math.random() }))
    setSending((before) => [...before, ...jobs.map(({ file, key }) => ({ key, name: file.name, share: 0 }))])
    const known = new Set(pictures.map(({ file }) => file))
    for (const { file, key } of jobs) {
      const show = (share: number) =>
        setSending((before) => before.map((one) => (one.key === key ? { ...one, share } : one)))
      try {
        const uploaded = await uploadFile(file, show)
        if (known.has(uploaded.file)) addFailure(`"${file.name}" is already one of the pictures.`)
        else onUploaded({ ...uploaded, alt: '' })
        known.add(uploaded.file)
      } catch (error) {
        addFailure(nameFailure(file.name, messageOf(error)))
      }
      setSending((before) => before.filter((one) => one.key !== key))
    }
  }

  function add(files: readonly File[]): void {
    const problem = roomProblem(files.length, pictures.length + sending.length)
    setFailures(problem === null ? [] : [problem])
    if (problem === null) void send(files)
  }
  const addPasted = ({ clipboardData }: ClipboardEvent) => {
    const files = [...(clipboardData?.files ?? [])]
    if (files.length > 0) add(files)
  }
  // Anywhere on the page.
  useWindowEvent('paste', addPasted, true)
  return { add, sending, failures }
}
