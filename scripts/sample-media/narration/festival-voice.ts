import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dictionaryEntries, respelled } from './pronunciations.ts'
import { readMonoWave } from './wave-file.ts'

/**
 * Of the voices Debian's main archive has for English, the one with the widest band: 32 kHz, where the others stop at
 * 16 or 22.
 */
export const VOICE = { name: 'CMU Arctic SLT', sampleRate: 32_000, engine: 'Festival, HTS' }
/** As it comes the voice reads 200 words a minute; a book wants about 160. */
const SPEED = 0.9

/** Has the voice read each sentence by itself. Equal sentences make equal samples, on every run. */
export function readAloud(sentences: string[]): Int16Array[] {
  const folder = mkdtempSync(join(tmpdir(), 'narration-'))
  try {
    const wave = (index: number) => join(folder, `${index}.wav`)
    const script = [
      '(voice_cmu_us_slt_arctic_hts)',
      `(set! hts_engine_params (cons '("-r" ${SPEED}) hts_engine_params))`,
      ...dictionaryEntries().map((entry) => `(lex.add.entry '${entry})`),
      ...sentences.map(
        (text, index) => `(utt.save.wave (utt.synth (Utterance Text "${respelled(text)}")) "${wave(index)}" 'riff)`,
      ),
    ]
    const scriptFile = join(folder, 'read.scm')
    writeFileSync(scriptFile, script.join('\n'))
    const run = spawnSync('festival', ['--batch', scriptFile], { encoding: 'utf8' })
    if (run.status !== 0 || /error/i.test(run.stderr)) throw new Error(`festival: ${run.stderr || run.error?.message}`)
    return sentences.map((_, index) => readMonoWave(readFileSync(wave(index)), VOICE.sampleRate))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
