import { statfs } from 'node:fs/promises'
import { MAX_BACKUP_AGE_MS } from '@shop/contract/backups/admin'
import { DAY_MS } from '@shop/contract/durations'
import { isLoopbackUrl } from '@shop/contract/http/loopback'
import type { AdminSettings } from '@shop/contract/settings/admin'
import { plural } from '@shop/contract/text/plural'
import { findCustomerByEmail } from '../../accounts/accounts.repository.ts'
import { DEMO_CUSTOMER } from '../../accounts/build-customer.ts'
import { lacksAdminSecret } from '../../admin/access/admin-secret.ts'
import { readPageScripts } from '../../pages/page-scripts.ts'
import { cardHosts } from '../../payments/providers.ts'
import type { Database } from '../../platform/database/database.ts'
import { requireWritable } from '../../platform/database/require-writable.ts'
import type { Finding } from '../../platform/finding.ts'
import { pagePolicy } from '../../platform/http/content-security-policy.ts'
import { isPublicAddress } from '../../platform/lib/fetch-public.ts'
import { asSentence } from '../../platform/lib/text.ts'
import type { ShopModule } from '../../platform/module.ts'
import { mailToOf, opensOnlyHere, publicUrlOf, type Settings } from '../../platform/settings/settings.ts'
import { areOrdersOpen, getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { findFolderProblem } from '../backup/backup-files.ts'
import { findBackupStatus } from '../backup/nightly-backup.ts'
import { checkCertificate } from './check-certificate.ts'
import { checkCheckoutPage } from './check-checkout-page.ts'
import { checkClock } from './check-clock.ts'
import { checkDays } from './check-days.ts'
import { checkGateway } from './check-gateway.ts'
import { findOpeningProblems } from './check-opening.ts'
import { checkRunning } from './check-running.ts'

type DoctorContext = {
  database: Database
  settings: CheckedSettings &
    Pick<Settings, 'adminSecret' | 'backupDir' | 'dataDir' | 'databaseUrl' | 'gateways' | 'demo' | 'apiUrl'>
  clock: () => Date
  modules: readonly ShopModule[]
}

const LITTLE_SPACE = 1024 ** 3
const FEW_FILES = 1000

type DoctorOptions = {
  /** Takes seconds: also checks settings, tries the mail server, and reads every picture. */
  thorough: boolean
  /** Per disk. */
  minFreeBytes?: number
  /** Per disk. */
  minFreeFiles?: number
}

/** Errors first. */
export async function findProblems(
  context: DoctorContext,
  { thorough, minFreeBytes = LITTLE_SPACE, minFreeFiles = FEW_FILES }: DoctorOptions,
): Promise<Finding[]> {
  const checks = context.modules.flatMap((module) => module.checks ?? [])
  const found = await Promise.all([
    ...checks.map((check) => check({ ...context, thorough })),
    thorough ? checkSettings(context.settings, await findCheckedShop(context.database)) : [],
    checkBackup(context),
    checkDisks(context, { minFreeBytes, minFreeFiles }),
    thorough ? checkCheckout(context) : [],
    thorough ? checkAddress(context) : [],
    checkWritable(context),
    checkSecret(context),
    checkClock(context),
    thorough ? checkRunning(context.settings) : [],
    checkOpening(context),
    thorough ? checkDays(context.database) : [],
  ])
  // Checks may find the same.
  return [...new Map(found.flat().map((finding) => [finding.text, finding])).values()].toSorted(
    (one, other) => Number(one.severity === 'warning') - Number(other.severity === 'warning'),
  )
}

/** Requirements for open orders that are no longer met. */
async function checkOpening(context: DoctorContext): Promise<Finding[]> {
  if (!(await areOrdersOpen(context.database))) return []
  return [...(await findOpeningProblems(context)), ...(await checkGateway(context))]
}

async function checkAddress({ database, settings, clock }: DoctorContext): Promise<Finding[]> {
  const origin = new URL(publicUrlOf(settings, await getShopSettings(database))).origin
  // An address typed into the settings is only fetched with the checkout, which restricts it.
  return settings.publicUrl === null || isLoopbackUrl(origin) ? [] : checkCertificate(origin, clock())
}

async function checkWritable({ database, settings }: DoctorContext): Promise<Finding[]> {
  try {
    await requireWritable(database, settings)
    return []
  } catch {
    const remedy =
      settings.databaseUrl !== null
        ? 'Point DATABASE_URL at the primary, and look for default_transaction_read_only in its settings.'
        : 'Look into the log of the system, since a disk that fails is mounted so; then mount it for writing.'
    return [{ code: 'database_read_only', severity: 'error', text: 'The database may only be read.', remedy }]
  }
}

async function checkSecret(context: DoctorContext): Promise<Finding[]> {
  if (!(await lacksAdminSecret(context))) return []
  const text = "This machine's ADMIN_SECRET differs from that of the shop's other machines, so it does not start."
  const remedy = 'Set ADMIN_SECRET to the same text on each machine.'
  return [{ code: 'admin_secret_other', severity: 'error', text, remedy }]
}

async function checkCheckout({ database, settings }: DoctorContext): Promise<Finding[]> {
  const origin = new URL(publicUrlOf(settings, await getShopSettings(database))).origin
  if (isLoopbackUrl(origin)) return []
  const scripts = await readPageScripts().catch(() => null)
  if (scripts === null) return [NO_SCRIPT_LIST]
  // The operator sets PUBLIC_URL; owners the address in the settings.
  const isAllowed = settings.publicUrl === null ? isPublicAddress : () => true
  const policy = pagePolicy(settings, scripts.inline, cardHosts(settings))
  return checkCheckoutPage({ origin, policy, scripts, isAllowed })
}

const NO_SCRIPT_LIST: Finding = {
  code: 'scripts_unlisted',
  severity: 'warning',
  text: 'There is no list of the scripts of the built pages to compare with what shoppers get.',
  remedy: 'Run "npm run build" and restart the shop.',
}

async function findCheckedShop(database: Database) {
  const customer = await findCustomerByEmail(database, DEMO_CUSTOMER.email)
  return { ...(await getShopSettings(database)), hasDemoCustomer: customer !== null }
}

async function checkBackup({ database, settings, clock }: DoctorContext): Promise<Finding[]> {
  if (settings.backupDir === null) {
    const remedy = 'Set BACKUP_DIR to a folder on another disk and restart the shop.'
    return [{ code: 'backup_not_set', severity: 'warning', text: 'Nightly backups are off.', remedy }]
  }
  const problem = await findFolderProblem(settings.backupDir)
  return [
    ...(problem === null ? [] : [folderFinding(problem)]),
    ...(await checkBackupAge({ database, clock }, settings.backupDir, problem)),
  ]
}

function folderFinding(problem: string): Finding {
  return { code: 'backup_folder', severity: 'error', text: 'No backup can be stored right now.', remedy: problem }
}

/** `problem`: the folder's known problem. */
async function checkBackupAge(
  { database, clock }: Pick<DoctorContext, 'database' | 'clock'>,
  folder: string,
  problem: string | null,
): Promise<Finding[]> {
  const { age, failure } = await findBackupStatus(database, clock())
  if (age !== null && age <= MAX_BACKUP_AGE_MS) return []
  const made = age === null ? 'No nightly backup was made yet.' : `The last backup is ${formatDays(age)} old.`
  const text = failure === null || failure === problem ? made : `${made} What went wrong: ${asSentence(failure)}`
  const remedy = `Check that ${folder} is there and has space. The shop tries again every hour, and logs what went wrong.`
  return [{ code: 'backup_old', severity: 'error', text, remedy }]
}

function formatDays(age: number): string {
  const days = Math.max(1, Math.floor(age / DAY_MS))
  return plural(days, 'more than a day', `${days} days`)
}

type DiskLimits = { minFreeBytes: number; minFreeFiles: number }

async function checkDisks({ settings }: DoctorContext, limits: DiskLimits): Promise<Finding[]> {
  const folders = [
    { of: 'the shop', name: 'DATA_DIR', folder: settings.dataDir },
    { of: 'the backups', name: 'BACKUP_DIR', folder: settings.backupDir },
  ]
  const found = await Promise.all(folders.map((disk) => checkDisk(disk, limits)))
  return found.flat()
}

/** Other checks report an unreadable folder. */
async function checkDisk(
  { of, name, folder }: { of: string; name: string; folder: string | null },
  { minFreeBytes, minFreeFiles }: DiskLimits,
): Promise<Finding[]> {
  const facts = folder === null ? null : await statfs(folder).catch(() => null)
  if (facts === null) return []
  const remedyOfFiles = `Find folders with very many files on the disk of ${name} ("df --inodes" counts them). Delete what you don’t need.`
  // Some file systems report 0 files.
  const hasFewFiles = facts.files > 0 && facts.ffree < minFreeFiles
  const textOfFiles = `Only ${facts.ffree} more files can be made on the disk of ${of}, however much space is free.`
  const files: Finding[] = hasFewFiles
    ? [{ code: 'disk_files_full', severity: 'error', text: textOfFiles, remedy: remedyOfFiles }]
    : []
  const free = facts.bavail * facts.bsize
  if (free >= minFreeBytes) return files
  const text = `Only ${Math.round(free / 1024 ** 2)} MB are free on the disk of ${of}.`
  const remedy = `Delete what is not needed on the disk of ${name}, or move to a larger one.`
  return [...files, { code: 'disk_full', severity: 'error', text, remedy }]
}

type CheckedSettings = Pick<Settings, 'publicUrl' | 'port' | 'host' | 'mailTo' | 'trustProxy' | 'smtpUrl'>

/** Domains that no one can own. */
const NO_DOMAIN = /@(?:[^@]*\.)?(example(\.(com|net|org))?|invalid|test)$/i

export type CheckedShop = Pick<AdminSettings, 'url' | 'email' | 'shopAddress'> & { hasDemoCustomer: boolean }

/** Missing settings of a public shop. */
export function checkSettings(settings: CheckedSettings, shop: CheckedShop): Finding[] {
  const url = new URL(publicUrlOf(settings, shop))
  const isPublic = !isLoopbackUrl(url.href)
  return [
    ...(shop.hasDemoCustomer && !opensOnlyHere(settings, shop) ? [DEMO_ON] : []),
    ...(url.protocol === 'https:' && settings.trustProxy.length === 0 ? [NO_PROXY] : []),
    ...(!isPublic && settings.smtpUrl !== null ? [localLinks(url.origin)] : []),
    ...(typeof shop.shopAddress === 'string' ? [TEXT_ADDRESS] : []),
    ...(NO_DOMAIN.test(mailToOf(settings, shop)) ? [noMailbox(mailToOf(settings, shop))] : []),
  ]
}

const DEMO_ON: Finding = {
  code: 'demo_on',
  severity: 'warning',
  text: 'The demo customer and demo orders are in the shop, and their password is public.',
  remedy: 'Start the shop again, which removes them.',
}

const NO_PROXY: Finding = {
  code: 'proxy_not_trusted',
  severity: 'error',
  text: 'The shop does not know the web server in front of it. All visitors share one limit, and the admin stays closed.',
  remedy: 'Set TRUST_PROXY to the address that the web server connects from, such as 127.0.0.1, and restart the shop.',
}

const TEXT_ADDRESS: Finding = {
  code: 'address_text',
  severity: 'warning',
  text: 'The street, city, state and ZIP code of the shop’s postal address are not entered separately.',
  remedy: 'Enter them under Settings in the admin. Until then emails show the address as it is.',
}

function localLinks(origin: string): Finding {
  return {
    code: 'links_local',
    severity: 'error',
    text: `Links in emails lead to ${origin}, which only this machine reaches.`,
    remedy: 'Set PUBLIC_URL to the address that visitors use and restart the shop.',
  }
}

function noMailbox(address: string): Finding {
  return {
    code: 'mailbox_missing',
    severity: 'warning',
    text: `Messages of visitors are emailed to ${address}, which does not exist.`,
    remedy: 'Set MAIL_TO and restart the shop, or enter your address under Settings in the admin.',
  }
}
