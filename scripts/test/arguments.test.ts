import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

const stages = ['check', 'pure', 'feature', 'e2e'] as const
const known = {
  isRevision: (word: string) => ['HEAD', 'main', 'v1', 'HEAD~2'].includes(word),
  isInPath: (word: string) => 'features/newsletter/server/routes.ts'.includes(word),
}
const read = (line: string) => readArguments(line === '' ? [] : line.split(' '), stages, known)
const all = { only: undefined, since: undefined, words: [], options: [] }

test.each([
  ['', all],
  ['--only=pure,e2e', { ...all, only: ['pure', 'e2e'] }],
  ['--changed', { ...all, since: 'HEAD' }],
  ['--changed=main', { ...all, since: 'main' }],
  ['--changed newsletter', { ...all, since: 'HEAD', words: ['newsletter'] }],
  ['newsletter --changed', { ...all, since: 'HEAD', words: ['newsletter'] }],
  ['--only=pure -t main --changed', { ...all, only: ['pure'], since: 'HEAD', options: ['-t', 'main'] }],
  [
    'routes other --testNamePattern=x -t y',
    { ...all, words: ['routes', 'other'], options: ['--testNamePattern=x', '-t', 'y'] },
  ],
])('npm test -- %s is parsed', (line, wanted) => expect(read(line)).toEqual(wanted))

test.each([
  [
    '--only pure',
    '--only requires a stage after an equals sign, such as --only=pure. The stages are check, pure, feature, e2e.',
  ],
  ['--only=unit', "Unknown stage 'unit'. The stages are check, pure, feature, e2e."],
  ['--only=', "Unknown stage ''. The stages are check, pure, feature, e2e."],
  ['--changed main', '--changed requires a revision after an equals sign: npm test -- --changed=main'],
  ['--changed HEAD~2', '--changed requires a revision after an equals sign: npm test -- --changed=HEAD~2'],
  ['--changed mian', "'mian' matches no path and no git revision."],
  ['--changed=mian', '--changed=mian: unknown git revision.'],
  ['--changed=', '--changed=: unknown git revision.'],
])('npm test -- %s is rejected with the reason', (line, refusal) => expect(read(line)).toEqual({ refusal }))
