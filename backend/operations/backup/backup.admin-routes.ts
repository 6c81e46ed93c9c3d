import { createReadStream } from 'node:fs'
import { adminBackups, type Backups, backupFilePath } from '@shop/contract/backups/admin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Admin } from '../../admin/access/admin-sessions.ts'
import { accessTo, adminRoute, OWNERS } from '../../admin/admin-route.ts'
import type { Context } from '../../platform/context.ts'
import { errorResponses } from '../../platform/http/documented-schema.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { findBackupFile, listBackups, openBackupFolder } from './backup-files.ts'
import {
  auditBackup,
  findBackupTask,
  type StartedTask,
  startBackup,
  startCheck,
  type TaskContext,
} from './backup-tasks.ts'
import { findBackupStatus } from './nightly-backup.ts'

const NO_FILE = 'That backup no longer exists.'

export function backupAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, settings, clock } = context
  const ending = new AbortController()
  const running = new Set<Promise<void>>()
  app.addHook('preClose', async () => {
    ending.abort()
    await Promise.all(running)
  })

  const taskContext = async ({ email }: Admin, { log }: FastifyRequest): Promise<TaskContext> => {
    const folder = await openBackupFolder(settings)
    return { database, settings, folder, clock, actor: email, log, signal: ending.signal }
  }
  const begin = async (started: Promise<StartedTask>) => {
    const { name, finished } = await started
    running.add(finished)
    void finished.then(() => running.delete(finished))
    return { name }
  }

  adminRoute(app, context, adminBackups.listBackups, OWNERS, () => describeBackups(context))

  adminRoute(app, context, adminBackups.createBackup, OWNERS, async (_input, { admin, request }) =>
    begin(startBackup(await taskContext(admin, request))),
  )

  adminRoute(app, context, adminBackups.checkBackup, OWNERS, async ({ body: { name } }, { admin, request }) => {
    const task = await taskContext(admin, request)
    if ((await findBackupFile(task.folder, name)) === null) throw new AppError('not_found', NO_FILE)
    return begin(startCheck(task, name))
  })

  downloadRoute(app, context)
}

async function describeBackups({ database, settings, clock }: Context): Promise<Backups> {
  const folder = await openBackupFolder(settings)
  const { succeededAt, failedAt, failure } = await findBackupStatus(database, clock())
  // Before listing the files, which then include its result.
  const task = await findBackupTask(database, clock())
  return {
    ...(await listBackups(folder)),
    folder,
    has_backup_dir: settings.backupDir !== null,
    engine: settings.databaseUrl === null ? 'sqlite' : 'postgres',
    nightly: { succeeded_at: succeededAt, failed_at: failure === null ? null : failedAt, failure },
    task,
  }
}

const params = z.object({ name: z.string().check(z.maxLength(100), z.describe('Name of the file')) })

const downloadSchema = {
  operationId: 'adminDownloadBackup',
  summary: 'Downloads a backup',
  description: 'The download is written to the log of changes.',
  tags: ['admin'],
  security: [{ adminSession: [] }],
  params,
  response: {
    200: { description: 'Done', content: { 'application/x-tar': { schema: z.string() } } },
    ...errorResponses([401, 403, 404, 409]),
  },
}

function downloadRoute(app: FastifyInstance, context: Context): void {
  app.get(
    backupFilePath('NAME').replace('NAME', ':name'),
    {
      schema: downloadSchema,
      exposeHeadRoute: false,
      ...accessTo(context, OWNERS),
    },
    async (request, reply) => {
      const { name } = params.parse(request.params)
      const file = await findBackupFile(await openBackupFolder(context.settings), name)
      if (file === null || request.admin === null) throw new AppError('not_found', NO_FILE)
      await auditBackup({ ...context, actor: request.admin.email }, 'backup.downloaded', name)
      reply.headers({
        'cache-control': 'no-store',
        'content-type': 'application/x-tar',
        'content-disposition': `attachment; filename="${name}"`,
        'content-length': file.bytes,
      })
      return reply.send(createReadStream(file.path))
    },
  )
}
