import { ensureBuild } from './build.ts'

/*
 * `npm start`: builds when needed, then becomes the server. It stays one process, so that signals reach it.
 */
ensureBuild()
process.env.NODE_ENV ??= 'production'
const { href } = new URL('../build/server/main.js', import.meta.url)
await import(href)
