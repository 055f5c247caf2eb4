import { afterAll, expect, test } from 'vitest'
import { createPdfRenderer } from '#platform/pdf/pdf-renderer.ts'
import type { TextLine } from '#features/reader/contract.ts'
import { writePreviewPdf } from './preview-pdf.ts'

const renderer = createPdfRenderer({ threads: 1 })
afterAll(() => renderer.close())

const line = (text: string, box: Partial<TextLine>): TextLine => ({
  x: 0.1,
  y: 0.1,
  width: 0.6,
  height: 0.03,
  text,
  ...box,
})

test('the text of a preview is at its printed position and can be extracted, in any direction', async () => {
  const lines = [
    line('(שלום) עולם 1948 test', { direction: 'rtl' }),
    line('Turned up', { x: 0.8, y: 0.3, width: 0.03, height: 0.4, direction: 'up' }),
    line('Turned down', { x: 0.9, y: 0.3, width: 0.03, height: 0.4, direction: 'down' }),
    line('Plain words', { y: 0.8 }),
  ]
  const pdf = await writePreviewPdf({
    title: 'Ways',
    author: 'Swade',
    totalPages: 1,
    pages: [
      {
        width: 420,
        height: 420,
        pageImage: { kind: 'pixels', width: 1, height: 1, channels: 1, pixels: Uint8Array.of(255) },
        lines,
      },
    ],
    outline: [],
  })
  const [read] = await renderer.readPages({ id: 'preview', read: async () => pdf }, 1, 1)
  const printed = read!.map(({ text, direction }) => ({ text, direction }))
  expect(printed).toEqual(expect.arrayContaining(lines.map(({ text, direction }) => ({ text, direction }))))
  const up = read!.find(({ text }) => text === 'Turned up')!
  expect([up.x, up.y + up.height].map((value) => Math.round(value * 20) / 20)).toEqual([0.8, 0.7])
})
