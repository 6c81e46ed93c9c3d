import { MAX_UPLOAD_BYTES, UPLOAD_PATH, uploadedMedia } from '@shop/contract/catalog/admin'
import { errorBody } from '@shop/contract/http/endpoint'
import type * as z from 'zod/mini'
import { AdminCallError, UNREACHABLE_MESSAGE } from '../app/call.ts'
import { sessionExpiry } from '../app/session.ts'

type Uploaded = z.infer<typeof uploadedMedia>

/** Sends a picture or video, and says on the way how much of it has arrived, from 0 to 1. */
export function uploadFile(file: File, onProgress: (share: number) => void): Promise<Uploaded> {
  if (file.size > MAX_UPLOAD_BYTES) {
    const message = `"${file.name}" is larger than ${MAX_UPLOAD_BYTES / 1_000_000} MB. Please make it shorter or smaller.`
    return Promise.reject(new AdminCallError(message, 413))
  }
  return new Promise((resolve, reject) => {
    // `fetch` does not say how much of a body has been sent.
    const request = new XMLHttpRequest()
    request.open('POST', `${UPLOAD_PATH}?name=${encodeURIComponent(file.name.slice(-200))}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(new AdminCallError(UNREACHABLE_MESSAGE, 0))
    request.onload = () => {
      const json = parseJson(request.responseText)
      const result = uploadedMedia.safeParse(json)
      if (request.status === 401) sessionExpiry.notice()
      if (request.status === 200 && result.success) resolve(result.data)
      else reject(new AdminCallError(failureOf(json, request.status), request.status))
    }
    request.send(file)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function failureOf(json: unknown, status: number): string {
  const parsed = errorBody.safeParse(json)
  return parsed.success ? parsed.data.message : `That didn’t work (${status}). Please try again.`
}

/** The address of a small copy of a picture of the shop, 360 pixels wide. */
export function thumbnailOf(imageUrl: string): string {
  return `${imageUrl}${imageUrl.includes('?') ? '&' : '?'}w=360`
}
