import { expect, test } from 'vitest'
import { readStrings } from './read-strings.ts'

const read = (text: string, path = 'features/radio/ui/bar.tsx') =>
  readStrings([{ path, text }]).map(({ line, kind, text: found }) => [line, kind, found])

test('the text of an element is one string, including its inline elements and values', () => {
  const page = '<p>\n  Page <b>{page}</b> of {total}, see{" "}\n  <a href="/help">the help page</a>.\n</p>'
  expect(read(`const a = ${page}`)).toEqual([[2, 'text', 'Page {…} of {…}, see the help page.']])
})

test('an element within the text is a separate string unless it is inline', () => {
  expect(read('const a = <div>Before <p>Inside</p> after &amp; out</div>')).toEqual([
    [1, 'text', 'Before after & out'],
    [1, 'text', 'Inside'],
  ])
})

test('attributes that are read aloud or displayed are found, others are not', () => {
  expect(
    read(
      '<Field label="Email" aria-label={`Play ${title}`} title="Now playing" className="flex gap-2" name="Email" text="Two words." />',
    ),
  ).toEqual([
    [1, 'attribute', 'Email'],
    [1, 'attribute', 'Play {…}'],
    [1, 'attribute', 'Now playing'],
    [1, 'attribute', 'Two words.'],
  ])
})

test('both branches of an expression in an element are found', () => {
  expect(read('const a = <p>{isOn ? "Pause" : <b title="Start it">Play now</b>}</p>')).toEqual([
    [1, 'text', 'Pause'],
    [1, 'text', 'Play now'],
    [1, 'attribute', 'Start it'],
  ])
})

test('strings of server code are distinguished by their use', () => {
  const code = [
    'throw new AppError("gone", "This book is gone.")',
    'request.log.warn({ err }, `order ${"x"} failed: no answer`)',
    'console.error("cannot start")',
    'const labels = { draft: "Draft", sent: "Sent to all", kind: "draft" }',
    'reply.send({ message: "Saved." })',
    'return "That address is not valid."',
  ].join('\n')
  expect(read(code, 'features/radio/server/routes.ts')).toEqual([
    [1, 'error', 'This book is gone.'],
    [2, 'log', 'order {…} failed: no answer'],
    [3, 'terminal', 'cannot start'],
    [4, 'message', 'Draft'],
    [4, 'message', 'Sent to all'],
    [6, 'message', 'That address is not valid.'],
  ])
})

test('statements, imports, types, styles and comparisons are not visible strings', () => {
  const code = [
    "import a from './Some module.ts'",
    'type Mode = "All of it" | "Some"',
    'const rows = await sql`SELECT a FROM b WHERE c`',
    'const query = "SELECT a FROM b WHERE c = 1"',
    'const style = "flex min-h-14 items-baseline gap-4 py-3"',
    'if (name === "Some Name") stop()',
    'const found = document.querySelector("main > p a")',
  ].join('\n')
  expect(read(code)).toEqual([])
})

test('a sentence that resembles a statement is found', () => {
  expect(read('const hint = "Set SMTP_URL to send emails."\nconst query = "set search_path to a"')).toEqual([
    [1, 'message', 'Set SMTP_URL to send emails.'],
  ])
})

test('every message of a catalogue is found, with its tags and its forms', () => {
  const code = `export const en = { scan: 'Scan it <b>here</b>.', where: 'Where to listen', count: '{n, plural, one {#} other {# in all}}' }`
  expect(read(code, 'features/radio/messages/en.ts').map(([, , text]) => text)).toEqual([
    'Scan it <b>here</b>.',
    'Where to listen',
    '{n, plural, one {#} other {# in all}}',
  ])
})

test('of a script only its output and its errors count', () => {
  const code =
    'const sample = "A sample sentence."\nconsole.log("12 of 12 passed")\nthrow new Error("no such file here")'
  expect(read(code, 'scripts/x.ts')).toEqual([
    [2, 'terminal', '12 of 12 passed'],
    [3, 'error', 'no such file here'],
  ])
})
