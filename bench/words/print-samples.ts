import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '../reader/readers.ts'
import { type ScriptSample, scriptSamples } from './script-samples.ts'

/** Ways a page is set. */
const layouts: Record<string, { style: string; isFor?: (sample: ScriptSample) => boolean }> = {
  page: { style: 'font-size: 14px' },
  narrow: { style: 'font-size: 17px; width: 190px; text-align: justify; hyphens: manual' },
  columns: { style: 'font-size: 10px; columns: 2; column-gap: 24px' },
  spaced: {
    style: 'font-size: 16px; letter-spacing: 0.25em',
    isFor: ({ script }) => ['Latin', 'Greek', 'Cyrillic'].includes(script),
  },
  table: { style: 'font-size: 12px; display: grid; grid-template-columns: 1fr 1fr' },
  turned: {
    style: 'font-size: 14px; width: 300px; transform: rotate(90deg) translate(60px, 0); transform-origin: 150px 150px',
  },
  down: {
    style: 'font-size: 15px; writing-mode: vertical-rl; height: 420px',
    isFor: ({ script }) => ['Han', 'Hiragana'].includes(script),
  },
}

/** A printed sample and how it is set. */
export type PrintedSample = { path: string; layout: string; script: string; text: string }

/** Prints the samples in all layouts. */
export async function printSamples(folder: string): Promise<PrintedSample[]> {
  const browser = await launchBrowser()
  const printed: PrintedSample[] = []
  try {
    const page = await browser.newPage()
    for (const [at, sample] of scriptSamples.entries()) {
      for (const [layout, { style, isFor }] of Object.entries(layouts)) {
        if (isFor && !isFor(sample)) continue
        await page.setContent(document(sample, layout, style))
        const path = join(folder, `${sample.script}-${sample.lang}-${at}-${layout}.pdf`)
        writeFileSync(path, await page.pdf({ width: '420px', height: '595px', printBackground: true }))
        printed.push({ path, layout, script: sample.script, text: sample.text })
      }
    }
  } finally {
    await browser.close()
  }
  return printed
}

function document({ lang, isLeft, text }: ScriptSample, layout: string, style: string): string {
  const sentences = text.split(/(?<=[.。።།։।]) ?/u)
  const body =
    layout === 'table' ? sentences.map((sentence) => `<div>${sentence}</div>`).join('') : `<p>${text}</p><p>${text}</p>`
  return `<!doctype html><html lang="${lang}" dir="${isLeft ? 'rtl' : 'ltr'}"><meta charset="utf-8"><style>@page { margin: 24px } body { margin: 0; font-family: 'Noto Sans', sans-serif } main { ${style} }</style><main>${body}</main></html>`
}
