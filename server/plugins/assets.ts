import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

// Scripts, styles, fonts and pictures: none of them is a page, and the policy of pages names every platform that may be framed, in each of dozens of files.
// The reader's offline worker is one of them and lives by it: without `'self'` it could fetch nothing.
const filePolicy = "default-src 'self'; frame-ancestors 'self'"

/**
 * The browser's files: hashed ones may be kept for good, the few with fixed names for an hour.
 * Compressed twins are made when the site is built.
 */
export async function assets(app: FastifyInstance, { clientDir }: { clientDir: string }) {
  await app.register(fastifyStatic, {
    root: clientDir,
    prefix: '/',
    wildcard: false,
    index: false,
    decorateReply: false,
    preCompressed: true,
    dotfiles: 'ignore',
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      reply.header('content-security-policy', filePolicy)
    },
  })
}
