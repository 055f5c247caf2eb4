import { ensureBuild } from './build.ts'

/* `npm start`: builds if needed, then runs the server in the same process, so that signals reach it. */
await ensureBuild()
process.env.NODE_ENV ??= 'production'
const { href } = new URL('../build/server/main.js', import.meta.url)
await import(href)
