import { join } from 'node:path'
import { runnerImport } from 'vite'
import type { Question } from '../features/voice/server/persona/test-questions.ts'
import { expectNoArguments } from '../scripts/usage.ts'

/*
 * Counts how many of 150 questions the built-in persona answers with the right passage: `npm run bench:persona`. Goals:
 * 0.9 of all, 0.85 of the half that was held out while it was tuned. Wrong answers to the tuned half are printed;
 * ALL=on prints those to the other half as well, which can then no longer be held out.
 */
expectNoArguments(`Counts how many of 150 questions the built-in persona answers with the right passage.

  npm run bench:persona`)
const root = join(import.meta.dirname, '..')
// The shipped content comes with all features, and their email templates are TSX, which Node cannot load.
const { module } = await runnerImport<typeof import('../features/voice/server/persona/test-questions.ts')>(
  join(root, 'features/voice/server/persona/test-questions.ts'),
  { root, configFile: false, logLevel: 'error' },
)
const { createShippedPersona, isRight, onAir, readQuestions } = module

const persona = createShippedPersona()
const { tuned, heldOut } = readQuestions()

function measure(name: string, questions: readonly Question[], isShown: boolean): number {
  const answered = questions.map((question) => ({ question, answer: persona.answer(question.asked, onAir) }))
  const wrong = answered.filter(({ question, answer }) => !isRight(question, answer))
  const share = 1 - wrong.length / questions.length
  console.log(`${name}: ${questions.length - wrong.length} of ${questions.length} right (${share.toFixed(3)})`)
  if (isShown) for (const { question, answer } of wrong) console.log(`  ${question.asked}\n    → ${answer.text}`)
  return share
}

const begun = performance.now()
const ofTuned = measure('tuned', tuned, true)
const ofHeldOut = measure('held out', heldOut, process.env.ALL === 'on')
const ofAll = (ofTuned * tuned.length + ofHeldOut * heldOut.length) / (tuned.length + heldOut.length)
const eachMs = (performance.now() - begun) / (tuned.length + heldOut.length)
console.log(`all: ${ofAll.toFixed(3)}; ${eachMs.toFixed(1)} ms an answer`)
process.exit(ofAll >= 0.9 && ofHeldOut >= 0.85 ? 0 : 1)
