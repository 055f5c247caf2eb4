import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { readAnalytics, readDashboard, readIssueReport, type ReportParts } from './reports.ts'

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const mayRead = { config: { role: 'viewer' as const } }

/** What the desk is told of how letters were read. */
export function reportRoutes(parts: ReportParts) {
  return async function routes(app: FastifyInstance) {
    app.get('/api/newsletter/admin/dashboard', mayRead, () => readDashboard(parts))
    app.get('/api/newsletter/admin/analytics', mayRead, () => readAnalytics(parts))
    app.get<{ Params: { id: string } }>('/api/newsletter/admin/newsletters/:id/report', mayRead, (request) => {
      if (!uuidPattern.test(request.params.id)) throw new AppError('not-found', 'This newsletter is not known.')
      return readIssueReport(parts, request.params.id)
    })
  }
}
