import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ContentError, readContent, readContentFolders } from './content-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swade-content-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const schema = z.array(z.object({ name: z.string().min(1, 'must not be empty'), price: z.number() }).strict())
const problemOf = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    if (error instanceof ContentError) return error.message
    throw error
  }
  return 'nothing was refused'
}

test('a valid file is parsed', () => {
  writeFileSync(join(folder, 'things.yaml'), '- name: Plate\n  price: 3\n')
  expect(readContent(folder, 'things.yaml', schema)).toEqual([{ name: 'Plate', price: 3 }])
})

test('every invalid field is reported with its file', () => {
  writeFileSync(join(folder, 'things.yaml'), "- name: ''\n  price: cheap\n- name: Sand\n  price: 1\n  colour: red\n")
  const message = problemOf(() => readContent(folder, 'things.yaml', schema))
  expect(message).toContain('content/things.yaml: 0.name: must not be empty')
  expect(message).toContain('content/things.yaml: 0.price:')
  expect(message).toContain('content/things.yaml: 1: Unrecognized key: "colour"')
})

test('broken YAML is reported with its file and position', () => {
  writeFileSync(join(folder, 'things.yaml'), '- name: "Plate\n')
  expect(problemOf(() => readContent(folder, 'things.yaml', schema))).toMatch(/content\/things\.yaml: .* at line \d+/)
})

test('a missing file is reported by name', () => {
  expect(problemOf(() => readContent(folder, 'things.yaml', schema))).toContain(
    'content/things.yaml: cannot be read (ENOENT)',
  )
})

test('a file that expands without end is rejected', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'
      .split('')
      .map((name, index) => `${name}: &${name} [${Array(10).fill(`*${'abcdefgh'[index]}`).join(',')}]`),
  ].join('\n')
  writeFileSync(join(folder, 'things.yaml'), bomb)
  expect(() => readContent(folder, 'things.yaml', schema)).toThrow(/alias/i)
})

test('all invalid files of a folder are reported, not only the first', () => {
  for (const name of ['one', 'two']) {
    mkdirSync(join(folder, 'items', name), { recursive: true })
    writeFileSync(join(folder, 'items', name, 'item.yaml'), 'price: 1\n')
  }
  const message = problemOf(() => readContentFolders(folder, 'items', 'item.yaml', z.object({ name: z.string() })))
  expect(message).toContain('content/items/one/item.yaml: name:')
  expect(message).toContain('content/items/two/item.yaml: name:')
})
