import sharp from 'sharp'
import { expect, test } from 'vitest'
import { toAscii } from '#shared/slug.ts'
import { type Face, loadLettering, readsFromRight, wrapBalanced } from './lettering.ts'
import { renderShareImage } from './render-share-image.ts'

const texts = {
  'Latin with accents': 'Ćma Ñandú Łódź Đặng Ünïcode',
  'Greek': 'Μουσική Ωδή',
  'Cyrillic': 'Музыка Їжак',
  'Hebrew': 'מוזיקה',
  'Arabic': 'موسيقى',
  'Devanagari': 'संगीत',
  'Thai': 'เพลงใหม่',
  'Japanese': '音楽カタカナひらがな働',
  'Chinese': '简体繁體音乐',
  'Korean': '한국음악',
  'Emoji': '🎵😀❤️👨‍👩‍👧',
}
const faces: Face[] = ['display', 'label']

test.each(Object.entries(texts))(
  'every letter of a title in %s is drawn, and no two are the same',
  async (_name, text) => {
    const letter = await loadLettering(text)
    const letters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]
      .map(({ segment }) => segment)
      .filter((one) => one !== ' ')
    for (const face of faces) {
      const paths = new Map(letters.map((one) => [one, letter(face, one, 100)]))
      expect([...paths].filter(([, { path, width }]) => path === '' || width < 10).map(([one]) => one)).toEqual([])
      expect(new Set([...paths.values()].map(({ path }) => path)).size, 'a box for all of them').toBe(paths.size)
      expect(letter(face, text, 100).width).toBeGreaterThan(20 * new Set(letters).size)
    }
  },
)

test('one line can mix several scripts, and Latin text looks as it does alone', async () => {
  const mixed = 'Night Bus ночь 夜 🎵'
  const letter = await loadLettering(mixed)
  const alone = letter('display', 'Night Bus', 100)
  expect(letter('display', mixed, 100).path.startsWith(alone.path)).toBe(true)
  expect(letter('display', mixed, 100).width).toBeGreaterThan(alone.width + 300)
})

test('a right-to-left line is set from its right end, and a Latin name in it stays in order', async () => {
  const letter = await loadLettering('שלום עולם Swade')
  const [first, second] = [letter('display', 'שלום', 100), letter('display', 'עולם', 100)]
  const whole = letter('display', 'שלום עולם', 100)
  expect(whole.width).toBeGreaterThan(first.width + second.width)
  expect(whole.path.startsWith(second.path), 'the second word is at the left').toBe(true)
  const withName = letter('display', 'שלום Swade', 100)
  expect(withName.path.startsWith(letter('display', 'Swade', 100).path)).toBe(true)
})

test('the first letter determines whether a text is right-to-left', () => {
  expect(['ليل Swade', '«שלום»', '2026 ليل'].map(readsFromRight)).toEqual([true, true, true])
  expect(['Swade ليل', 'Night', '', '123', '夜'].map(readsFromRight)).toEqual([false, false, false, false, false])
})

test('a right-to-left line that begins with a Latin name has the name at the right', async () => {
  const letter = await loadLettering('Swade שלום')
  const name = letter('display', 'Swade', 100)
  expect(letter('display', 'Swade שלום', 100, 0, true).path.startsWith(name.path)).toBe(false)
  expect(letter('display', 'Swade שלום', 100).path.startsWith(name.path)).toBe(true)
})

test('Arabic digits in a right-to-left line stay in order', async () => {
  const letter = await loadLettering('أغنية ١٢٣')
  const [first, last] = [letter('display', '١', 100), letter('display', '٣', 100)]
  const line = letter('display', 'أغنية ١٢٣', 100).path
  expect(line.startsWith(first.path)).toBe(true)
  expect(line.startsWith(last.path)).toBe(false)
})

test('letters of a connected script have the form of their position', async () => {
  const letter = await loadLettering('موسيقى')
  const apart = [...'موسيقى'].reduce((sum, one) => sum + letter('display', one, 100).width, 0)
  expect(letter('display', 'موسيقى', 100).width).toBeLessThan(0.9 * apart)
})

test('a script without a font is transliterated to Latin letters', async () => {
  const letter = await loadLettering('ጤና')
  const ascii = toAscii('ጤ') + toAscii('ና')
  expect(ascii).toMatch(/^[A-Za-z]{3,9}$/)
  expect(letter('display', 'ጤና', 100).path).toBe(letter('display', ascii, 100).path)
})

test('Chinese characters and kana break between characters, and no line begins with closing punctuation', () => {
  const measure = (text: string) => text.length
  expect(wrapBalanced('音楽の夜、東京から', 5, measure)).toEqual(['音楽の夜、', '東京から'])
  expect(wrapBalanced('東京 Night', 8, measure)).toEqual(['東京 Night'])
})

test('a long title without spaces stays in its half of the share image', async () => {
  const title = '夜行バスで聴く人工知能の音楽と物語'
  const picture = await renderShareImage('home', { title, kicker: 'Музыка', siteName: 'Νυχτερινό λεωφορείο' }, 'png')
  const statsOf = async (image: Buffer, left: number, top: number, width: number, height: number) =>
    (await sharp(await sharp(image).extract({ left, top, width, height }).toBuffer()).stats()).channels[0]!
  expect((await statsOf(picture, 60, 130, 540, 320)).max, 'the title').toBeGreaterThan(220)
  expect((await statsOf(picture, 60, 60, 540, 40)).max, 'the kicker').toBeGreaterThan(120)
  expect((await statsOf(picture, 60, 515, 540, 60)).max, 'the name').toBeGreaterThan(220)
  const empty = await renderShareImage('home', { title: '', kicker: '', siteName: '' }, 'png')
  const [shown, without] = await Promise.all([picture, empty].map((one) => statsOf(one, 640, 60, 500, 500)))
  expect(Math.abs(shown!.mean - without!.mean)).toBeLessThan(1)
})
