import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/** API responses worth compressing that contain no secret together with attacker-controlled text (BREACH). */
const addresses = /^\/api\/(?:reader\/|radio\/now-playing$)/

/** Up to this size, synchronous compression is faster than waiting for a thread. */
const syncThreshold = 16 * 1024

/** Compresses responses of the reader, the radio, and routes with the `compress` option. */
export const compression = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    if (addresses.test(route.url)) route.compress ??= {}
  })
  await app.register(fastifyCompress, {
    global: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 4 },
    syncThreshold,
  })
})
