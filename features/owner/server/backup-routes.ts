import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import { sourceOf } from '#platform/admin/own-origins.ts'
import { AppError } from '#shared/errors.ts'
import { isCrossSiteRequest } from '#shared/request-origin.ts'
import type { AuditLog } from '#features/owner/contract.ts'

/**
 * `GET /api/owner/backup`: everything in one file. One at a time from its making to its last byte, since each lies
 * aside meanwhile. A page elsewhere may lead the owner's browser here, cookie and all; it must not fill the disk so.
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
    let isUnderWay = false
    app.get('/api/owner/backup', { exposeHeadRoute: false }, async (request, reply) => {
      if (isCrossSiteRequest(sourceOf(request)))
        throw new AppError('forbidden', 'This request was not sent from this site.')
      if (isUnderWay)
        throw new AppError('conflict', 'Another backup is already in progress. Try again when it is done.')
      isUnderWay = true
      let archive: Readable | undefined
      try {
        archive = await makeBackup()
        archive.once('close', () => (isUnderWay = false))
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
        else isUnderWay = false
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        throw new AppError('unavailable', 'The disk is too full to create a backup. Free some space and try again.', {
          cause: error,
        })
      }
    })
  }
}
