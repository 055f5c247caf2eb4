import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createImageCache } from './image-cache.ts'

const freshDir = () => mkdtemp(join(tmpdir(), 'pictures-'))

test('concurrent requests for an image render it once, and it is cached', async () => {
  const pictures = createImageCache({ dir: await freshDir() })
  let renders = 0
  const render = async () => {
    renders += 1
    await new Promise(setImmediate)
    return Buffer.from('sand')
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => pictures('a', render)))
  await pictures('a', render)
  expect(renders).toBe(1)
  expect(new Set(answers.map(({ etag }) => etag)).size).toBe(1)
})

test('at most two images render at the same time', async () => {
  const pictures = createImageCache({ dir: await freshDir() })
  let [running, most] = [0, 0]
  await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      pictures(`p${index}`, async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise(setImmediate)
        running -= 1
        return Buffer.from(`${index}`)
      }),
    ),
  )
  expect(most).toBe(2)
})

test('a finished image survives the process, and an empty file does not count as one', async () => {
  const dir = await freshDir()
  await createImageCache({ dir })('a', async () => Buffer.from('sand'))
  await writeFile(join(dir, 'b'), '')
  const later = createImageCache({ dir })
  expect((await later('a', () => Promise.reject(new Error('rendered again')))).body.toString()).toBe('sand')
  expect((await later('b', async () => Buffer.from('fresh'))).body.toString()).toBe('fresh')
  expect((await readdir(dir)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('the memory cache is limited and evicts the least recently used images first', async () => {
  const pictures = createImageCache({ dir: '/dev/null/nowhere', memoryBytes: 250 })
  const rendered: string[] = []
  const request = (name: string) =>
    pictures(name, async () => {
      rendered.push(name)
      return Buffer.alloc(100)
    })
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await request(name)
  expect(rendered).toEqual(['a', 'b', 'c', 'b'])
})

test('a failed rendering is repeated for the next request', async () => {
  const pictures = createImageCache({ dir: await freshDir() })
  await expect(pictures('a', () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory')
  expect((await pictures('a', async () => Buffer.from('sand'))).body.toString()).toBe('sand')
})
