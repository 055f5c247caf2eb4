import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import { sourceOf } from '#platform/admin/own-origins.ts'
import { AppError } from '#shared/errors.ts'
import { isCrossSiteRequest } from '#shared/request-origin.ts'
import type { AuditLog } from '#features/owner/contract.ts'

/**
 * Creates `GET /api/owner/backup`, which returns everything in one file. Only one backup runs at a time, because each
 * is stored temporarily. Requests from other sites are rejected: a link there must not make the owner's browser fill
 * the disk.
 */
export function backupRoutes({
  makeBackup,
  auditLog,
  clock,
}: {
  makeBackup: () => Promise<Readable>
  auditLog: AuditLog
  clock: Clock
}) {
  return async function routes(app: FastifyInstance) {
    let isRunning = false
    app.get('/api/owner/backup', { exposeHeadRoute: false }, async (request, reply) => {
      if (isCrossSiteRequest(sourceOf(request)))
        throw new AppError('forbidden', 'This request was not sent from this site.')
      if (isRunning) throw new AppError('conflict', 'Another backup is already in progress. Try again when it is done.')
      isRunning = true
      let archive: Readable | undefined
      try {
        archive = await makeBackup()
        archive.once('close', () => (isRunning = false))
        reply.raw.once('close', () => archive?.destroy())
        if (reply.raw.destroyed) archive.destroy()
        const day = clock.now().toISOString().slice(0, 10)
        await auditLog.record({ actor: request.owner?.email ?? '', action: 'backup.download', subject: 'backup' })
        return reply
          .header('content-disposition', `attachment; filename="swade-backup-${day}.tar"`)
          .header('x-content-type-options', 'nosniff')
          .type('application/x-tar')
          .send(archive)
      } catch (error) {
        if (archive) archive.destroy()
        else isRunning = false
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        throw new AppError(
          'unavailable',
          'The disk is too full to create a backup. Free up some space and try again.',
          {
            cause: error,
          },
        )
      }
    })
  }
}
