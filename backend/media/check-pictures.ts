import { type CheckContext, type Finding, shorten } from '../platform/finding.ts'
import { asSentence } from '../platform/lib/text.ts'
import { videoProblem } from './inspect/video-problem.ts'
import { storedSource } from './store/byte-source.ts'
import { listMedia } from './store/media.repository.ts'
import { isVideo } from './store/media.ts'
import { isIntact } from './store/media-content.ts'

export async function checkPictures({ database, thorough }: CheckContext): Promise<Finding[]> {
  if (!thorough) return []
  const damaged: string[] = []
  const videos: string[] = []
  for (const media of await listMedia(database)) {
    if (!(await isIntact(database, media))) damaged.push(media.name)
    else if (isVideo(media))
      videos.push(...[await videoProblem(media.name, storedSource(database, media))].flatMap((text) => text ?? []))
  }
  return [...damagedFindings(damaged), ...videos.map(unplayedFinding)]
}

function unplayedFinding(problem: string): Finding {
  const remedy =
    'Replace the video by one that plays, with "npm run shop -- images add". Or remove it from its product.'
  return { code: 'video_not_played', severity: 'warning', text: asSentence(problem), remedy }
}

function damagedFindings(damaged: readonly string[]): Finding[] {
  if (damaged.length === 0) return []
  const text = `These pictures or videos are damaged in the database: ${shorten(damaged)}.`
  const remedy =
    'Add their files again with "npm run shop -- images add". If that fails too, stop the shop and restore a backup.'
  return [{ code: 'picture_damaged', severity: 'error', text, remedy }]
}
