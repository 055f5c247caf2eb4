import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Config } from '#platform/config.ts'
import { AppError } from '#shared/errors.ts'

/** Paths that monitoring requests from every process. */
const monitoringPaths = ['/healthz', '/readyz', '/metrics']

/**
 * Refuses requests that a process of this role does not serve: a worker answers monitoring only, and a station also
 * serves its stream. Processes with other roles serve the whole site.
 *
 * @param options.stationPaths Paths that a station serves.
 */
export const processRole = fastifyPlugin(
  async (app: FastifyInstance, { role, stationPaths }: { role: Config['ROLE']; stationPaths: readonly string[] }) => {
    if (role !== 'worker' && role !== 'station') return
    const served = role === 'station' ? [...monitoringPaths, ...stationPaths] : monitoringPaths
    const sentence = `This process runs with ROLE=${role} and serves only ${served.join(', ')}. Send visitors to a process with ROLE=web or ROLE=all.`
    app.addHook('onRequest', async (request) => {
      const [path = ''] = request.url.split('?')
      if (!served.includes(path)) throw new AppError('not-found', sentence)
    })
  },
)
