import { expect, test } from 'vitest'
import config from '../vitest.config.ts'
import { countProperties, describeFailure, findPropertyFiles } from './fuzz.ts'

const setupFile = './tests/support/property-seed.ts'

test('every test stage fixes the seed of its properties', () => {
  const { setupFiles = [], projects = [] } = config.test ?? {}
  expect(setupFiles, `vitest.config.ts needs setupFiles: ['${setupFile}'] above its projects`).toContain(setupFile)
  for (const project of projects) expect(project).toMatchObject({ extends: true })
})

test('no test file bypasses the fixed seed and the log of runs', () => {
  const files = findPropertyFiles(process.cwd())
  expect(files.length).toBeGreaterThan(0)
  for (const { path, text } of files) {
    expect(text, path).toMatch(/^import fc from 'fast-check'$/m)
    expect(text, path).not.toMatch(/\bfc\.(check|statistics|configureGlobal|resetConfigureGlobal)\b/)
    expect(text, path).not.toMatch(/\b(reporter|asyncReporter):/)
    expect(countProperties(text), path).toBeGreaterThan(0)
  }
})

test('a failure is printed with its counterexample and the command that replays it', () => {
  const printed = describeFailure({
    file: 'platform/sum.test.ts',
    test: 'a sum is never odd',
    place: '3.2',
    seed: 7,
    runs: 2,
    counterexample: { path: '1:0', values: '[1]', error: 'odd' },
  })
  expect(printed).toContain('platform/sum.test.ts: a sum is never odd')
  expect(printed).toContain('[1]')
  expect(printed).toContain('npm run fuzz -- --only platform/sum.test.ts --property 3.2 --seed 7 --path 1:0')
})
