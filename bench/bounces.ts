import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readReport } from '#features/delivery/server/feedback/read-report.ts'
import { refusalKind } from '#features/delivery/server/feedback/refusal-kind.ts'
import { parseOptions, printHelp, refuseArguments } from '../scripts/usage.ts'

/*
 * Compares our classification of public sample bounces with the expectations of the sisimai project:
 * `npm run bench:bounces -- FOLDER`, or `SISIMAI=FOLDER`. The samples and their expected reasons are in one repository,
 * which is not ours to ship:
 *
 *   git clone --depth 1 https://github.com/sisimai/rb-sisimai
 *
 * A sample is `hard` where sisimai calls it a hard bounce. Samples about several recipients are left out, as a copy of
 * a newsletter has one. `--show` lists every sample that is read otherwise. Goals: none that is not hard is read as
 * gone; of the hard ones at most 5 are read as anything else that is a bounce, and at most 10 are not understood, or
 * name nobody while their recipient matters.
 */

type Sample = { name: string; path: string; reason: string; isHard: boolean }

/**
 * Classifies samples as earlier versions of this site did: a report had to be a part of its own, and every 5.1.x was
 * permanent.
 */
const before = { falselyGone: '13 of 394', soft: '31 of 162', notUnderstood: '81 of 162' }

const usage = 'Usage: npm run bench:bounces -- [folder of the samples] [--show]'
printHelp(usage)
const { values, positionals } = parseOptions(usage, {
  allowPositionals: true,
  options: { show: { type: 'boolean', default: false } },
})
if (positionals.length > 1) refuseArguments(usage, `Unexpected argument '${positionals[1]}'`)
const folder = positionals[0] ?? process.env.SISIMAI ?? ''
process.exit(await main())

async function main(): Promise<number> {
  if (!existsSync(join(folder, 'test/public')) || !existsSync(join(folder, 'set-of-emails/maildir/bsd'))) {
    console.error(`'${folder}' contains no samples. Download them and pass their folder:

  git clone --depth 1 https://github.com/sisimai/rb-sisimai
  npm run bench:bounces -- rb-sisimai`)
    return 2
  }
  const samples = listSamples(folder)
  const read = await Promise.all(samples.map(async (sample) => ({ ...sample, ...(await readSample(sample.path)) })))
  const hard = read.filter(({ isHard }) => isHard)
  const others = read.filter(({ isHard }) => !isHard)
  const falselyGone = others.filter(({ means }) => means === 'gone')
  const notUnderstood = hard.filter(({ means }) => means === 'not understood')
  const soft = hard.filter(({ means }) => means !== 'gone' && means !== 'not understood')
  const fallbackName = hard.filter(({ means, isNamed }) => means === 'gone' && !isNamed)

  const row = (name: string, was: string, is: string, goal: string) =>
    console.log(name.padEnd(44) + was.padStart(12) + is.padStart(14) + goal.padStart(8))
  row('', 'before', 'now', 'goal')
  row('not a hard bounce, classified as gone', before.falselyGone, `${falselyGone.length} of ${others.length}`, '0')
  row('hard bounce, classified as soft or ours', before.soft, `${soft.length} of ${hard.length}`, '≤ 5')
  row('hard bounce, not classified', before.notUnderstood, `${notUnderstood.length} of ${hard.length}`, '≤ 10')
  row('hard bounce, matched without a name', '', `${fallbackName.length} of ${hard.length}`, '')
  for (const reason of new Set(others.map((sample) => sample.reason).toSorted())) {
    const kinds = Object.entries(Object.groupBy(others, ({ means, reason: of }) => (of === reason ? means : '-')))
    const counts = kinds.filter(([means]) => means !== '-').map(([means, some]) => `${means} ${some?.length}`)
    console.log(`  ${reason.padEnd(18)} ${counts.join(', ')}`)
  }
  if (values.show)
    for (const { name, reason, means } of [...falselyGone, ...soft, ...notUnderstood])
      console.log(`${name}: ${reason}, classified as ${means}`)
  return falselyGone.length === 0 ? 0 : 1
}

async function readSample(path: string): Promise<{ means: string; isNamed: boolean }> {
  const { kind, recipients } = await readReport(readFileSync(path))
  const about = recipients.at(-1)
  if (kind !== 'bounce') return { means: kind === 'unread' ? 'not understood' : kind, isNamed: false }
  const means =
    !about || about.action === 'delivered'
      ? 'none'
      : refusalKind(about.response, { ...about, isFinal: about.action === 'failed' })
  return { means, isNamed: about !== undefined && about.address.includes('@') }
}

/**
 * Samples about one recipient, with what sisimai's own tests expect:
 * `'01' => [['5.1.1', '550', 'userunknown', true]],`.
 */
function listSamples(root: string): Sample[] {
  return readdirSync(join(root, 'test/public')).flatMap((file) => {
    const text = readFileSync(join(root, 'test/public', file), 'utf8')
    if (!text.includes('IsExpected')) return []
    return [...text.matchAll(/^\s*'([\d-]+)'\s*=>\s*\[(.*?\])\]/gms)].flatMap(([, number = '', rows = '']) => {
      const expected = [...rows.matchAll(/\['[^']*',\s*'[^']*',\s*'([^']*)',\s*(true|false)/g)]
      const [, reason = '', isHard] = expected[0] ?? []
      const name = `${file.replace(/\.rb$/, '')}-${number}`
      const path = join(root, 'set-of-emails/maildir/bsd', `${name}.eml`)
      return expected.length === 1 && existsSync(path) ? [{ name, path, reason, isHard: isHard === 'true' }] : []
    })
  })
}
