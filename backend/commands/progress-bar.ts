import type { OnProgress, Progress } from '../operations/backup/progress.ts'

/** Where progress is shown; only a terminal has a width. */
export type ProgressOutput = { write: (text: string) => unknown; isTTY?: boolean; columns?: number }

export type ProgressBar = {
  onProgress: OnProgress
  /** Erases the bar. */
  end: () => void
}

const STEPS: Readonly<Record<Progress['step'], string>> = {
  writing: 'Writing',
  filling: 'Filling in',
  comparing: 'Comparing',
}
const BAR_LENGTH = 24
/** Milliseconds between redraws. */
const PAUSE = 100
const ERASE_LINE = '\r\u001b[2K'

/** A bar on a terminal; elsewhere a line as each table begins. */
export function createProgressBar(output: ProgressOutput, now: () => number = () => performance.now()): ProgressBar {
  return output.isTTY === true ? createBar(output, now) : createLines(output)
}

function createBar(output: ProgressOutput, now: () => number): ProgressBar {
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    onProgress: (progress) => {
      if (now() - drawnAt < PAUSE && progress.done < progress.total) return
      drawnAt = now()
      output.write(`${ERASE_LINE}${barOf(progress).slice(0, (output.columns ?? 80) - 1)}`)
    },
    end: () => void output.write(ERASE_LINE),
  }
}

function createLines(output: ProgressOutput): ProgressBar {
  let last = ''
  return {
    onProgress: ({ step, table, done, total }) => {
      const title = `${STEPS[step]} ${table}`
      if (title === last) return
      last = title
      output.write(`${title} (${numberOf(done)} of ${numberOf(total)} rows)\n`)
    },
    end: () => {},
  }
}

function barOf({ step, table, done, total }: Progress): string {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const full = Math.round(share * BAR_LENGTH)
  const bar = '█'.repeat(full) + '░'.repeat(BAR_LENGTH - full)
  const percent = `${Math.floor(share * 100)} %`.padStart(5)
  return `${bar} ${percent}  ${STEPS[step]} ${table} (${numberOf(done)} of ${numberOf(total)} rows)`
}

function numberOf(count: number): string {
  return count.toLocaleString('en-US')
}
