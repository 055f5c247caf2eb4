import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Config } from '#platform/config.ts'
import { streamEndpoint } from '#features/radio/contract.ts'
import { AppError } from '#shared/errors.ts'

/** Paths that monitoring requests from every process. */
const monitoringPaths = ['/healthz', '/readyz', '/metrics']

/** Paths by role; a role that is not listed serves the whole site. */
const servedPaths: Partial<Record<Config['ROLE'], readonly string[]>> = {
  worker: monitoringPaths,
  station: [...monitoringPaths, streamEndpoint.path],
}

/**
 * Refuses requests that a process of this role does not serve: a worker answers monitoring only, and a station also
 * serves its stream.
 */
export const processRole = fastifyPlugin(async (app: FastifyInstance, { role }: { role: Config['ROLE'] }) => {
  const served = servedPaths[role]
  if (!served) return
  const sentence = `This process runs with ROLE=${role} and serves only ${served.join(', ')}. Send visitors to a process with ROLE=web or ROLE=all.`
  app.addHook('onRequest', async (request) => {
    const [path = ''] = request.url.split('?')
    if (!served.includes(path)) throw new AppError('not-found', sentence)
  })
})
