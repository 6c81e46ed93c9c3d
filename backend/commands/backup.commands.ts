import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { formatCount } from '@shop/contract/text/plural'
import { SKIPPED_NUMBERS, skipLostNumbers } from '../checkout/placements.repository.ts'
import type { OnProgress, Progress } from '../operations/backup/backup-error.ts'
import { type BackupSummary, createBackup } from '../operations/backup/create-backup.ts'
import { checkBackup, type RestoreSummary, restoreBackup } from '../operations/backup/restore-backup.ts'
import { type Location, labelOf, openExistingStore } from '../platform/database/database.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import type { CommandContext, CommandOutput } from './command.ts'

/** `backup create`, `backup check` and `backup restore`; also `backup FILE` and `restore FILE`. */
export function addBackupCommands(program: Command, context: CommandContext): void {
  const { report } = context
  const isQuiet = () => 'json' in program.opts()
  const backup = program.command('backup').description('Back up the whole shop to one file, and restore it.')
  backup
    .command('create', { isDefault: true })
    .description('Write everything the shop stores to one file, while it runs. "backup FILE" does the same.')
    .argument('<file>', 'the file to write, such as shop.tar')
    .option('--replace', 'replace a file of that name')
    .action(async (file, { replace = false }) => report(await create(context, file, replace, isQuiet())))
  backup
    .command('check')
    .description('Check a backup by restoring it into a temporary database and comparing every row.')
    .argument('<file>', 'the file that "backup create" wrote')
    .action(async (file) => report(await check(context, file, isQuiet())))
  const restore = 'Fill an empty database, of either engine, with a backup.'
  backup
    .command('restore')
    .description(`${restore} "restore FILE" does the same.`)
    .argument('<file>', 'the file that "backup create" wrote')
    .action(async (file) => report(await restoreInto(context, file, isQuiet())))
  program
    .command('restore')
    .description(restore)
    .argument('<file>', 'the file that "backup create" wrote')
    .action(async (file) => report(await restoreInto(context, file, isQuiet())))
}

async function create({ settings, clock }: CommandContext, file: string, replace: boolean, isQuiet: boolean) {
  const location = settings()
  if (!isQuiet) console.error(`Database: ${labelOf(location)}`)
  const summary = await withProgress(isQuiet, (onProgress) =>
    createBackup({ location, file: resolve(file), now: clock(), replace, onProgress }),
  )
  return createOutput(summary)
}

function createOutput(summary: BackupSummary): CommandOutput {
  return { lines: [`${contentsOf(summary)} are in ${summary.file} (${sizeOf(summary.bytes)}).`], json: summary }
}

async function check({ settings, clock }: CommandContext, file: string, isQuiet: boolean): Promise<CommandOutput> {
  const folder = settings().dataDir
  const summary = await withProgress(isQuiet, (onProgress) =>
    checkBackup({ file: resolve(file), folder, now: clock(), onProgress }),
  )
  return {
    lines: [
      `The backup of ${minuteOf(summary.createdAt)} is good: ${contentsOf(summary)} match.`,
      'They were restored into a temporary database, which is now deleted. The shop was not touched.',
      ...updateLine(summary),
    ],
    json: summary,
  }
}

async function restoreInto({ settings }: CommandContext, file: string, isQuiet: boolean): Promise<CommandOutput> {
  const location = settings()
  const label = labelOf(location)
  if (!isQuiet) console.error(`Database: ${label}`)
  const summary = await withProgress(isQuiet, (onProgress) =>
    restoreBackup({ location, file: resolve(file), onProgress }),
  )
  const hasPayments = await skipNumbersOf(location)
  return {
    lines: [
      `${contentsOf(summary)} of ${minuteOf(summary.createdAt)} are in ${label}, compared row by row.`,
      ...updateLine(summary),
      ...(hasPayments ? paymentLines(summary) : []),
      'Start the shop with npm start.',
    ],
    json: { ...summary, database: label },
  }
}

async function skipNumbersOf(location: Location): Promise<boolean> {
  const store = await openExistingStore(location)
  return skipLostNumbers(store.database).finally(() => store.close())
}

function paymentLines({ createdAt }: RestoreSummary): string[] {
  return [
    `New order numbers skip ${formatCount(SKIPPED_NUMBERS, 'number')}, since orders may have been placed after the backup.`,
    `Then compare the card payments with the gateway: npm run shop -- payments reconcile --since ${localDay(new Date(createdAt))}`,
  ]
}

async function withProgress<T>(isQuiet: boolean, work: (onProgress: OnProgress) => Promise<T>): Promise<T> {
  if (isQuiet) return work(() => {})
  const bar = createProgressBar(process.stderr)
  return work(bar.onProgress).finally(() => bar.end())
}

function updateLine({ schema, upToDate }: RestoreSummary): string[] {
  return schema === upToDate ? [] : [`It was made by an older version (${schema}) and brought up to ${upToDate}.`]
}

function contentsOf({ tables, rows, blobs }: Pick<BackupSummary, 'tables' | 'rows' | 'blobs'>): string {
  const media = blobs === 0 ? '' : ', with pictures and videos,'
  return `${rows.toLocaleString('en-US')} rows in ${formatCount(tables, 'table')}${media}`
}

/** For example `2026-11-22 03:00`, UTC. */
function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`
}

/** For example `12.3 MB`. */
function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Output for progress. Only a terminal has a width. */
type ProgressOutput = { write: (text: string) => unknown; isTTY?: boolean; columns?: number }

type ProgressBar = {
  onProgress: (progress: Progress) => void
  /** Erases the bar. */
  end: () => void
}

const STEP_LABELS: Readonly<Record<Progress['step'], string>> = {
  writing: 'Writing',
  filling: 'Filling in',
  comparing: 'Comparing',
}
const BAR_LENGTH = 24
/** Milliseconds between redraws. */
const REDRAW_INTERVAL_MS = 100
const ERASE_LINE = '\r\u001b[2K'

/** A bar on a terminal; elsewhere a line as each table begins. */
export function createProgressBar(output: ProgressOutput, now: () => number = () => performance.now()): ProgressBar {
  return output.isTTY === true ? createBar(output, now) : createLines(output)
}

function createBar(output: ProgressOutput, now: () => number): ProgressBar {
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    onProgress: (progress) => {
      if (now() - drawnAt < REDRAW_INTERVAL_MS && progress.done < progress.total) return
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
      const title = `${STEP_LABELS[step]} ${table}`
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
  const percent = `${Math.floor(share * 100)}%`.padStart(4)
  return `${bar} ${percent}  ${STEP_LABELS[step]} ${table} (${numberOf(done)} of ${numberOf(total)} rows)`
}

function numberOf(count: number): string {
  return count.toLocaleString('en-US')
}
