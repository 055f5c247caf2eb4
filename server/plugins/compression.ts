import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/**
 * API answers worth compressing, in which no secret stands beside text that somebody else could have written (BREACH).
 */
const addresses = /^\/api\/(?:reader\/|radio\/now-playing$)/

/** Up to this size compressing takes a fraction of a millisecond, less than waiting for a thread of a busy machine. */
const syncThreshold = 16 * 1024

/**
 * Compresses long answers of the reader and the radio, and of every route that asks for it with its own `compress`
 * option.
 */
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
