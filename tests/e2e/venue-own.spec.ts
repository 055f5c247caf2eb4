import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { focused } from '#tests/support/focused.ts'
import { checkAccessibility } from '#tests/support/check-page.ts'
import { launchBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { makeSiteFolder, type SiteFolder } from '#tests/support/site-folder.ts'
import { type Site, startSite } from '#tests/support/site.ts'

// A site without an external room, in a browser with WebGL. An event with a set list is on.
const minute = 60_000
const events = `
- id: night
  title: A Night of Tape
  description: One reel, both sides.
  starts: ['${new Date(Date.now() - 5 * minute).toISOString().slice(0, 16)}Z']
  durationMinutes: 90
  timeZone: Europe/Berlin
  setList: [nova-swade, rio-swade]
`
let folder: SiteFolder
let site: Site
let browser: TestBrowser

beforeAll(async () => {
  folder = makeSiteFolder({ 'events.yaml': () => events })
  site = await startSite({ folder: folder.folder })
  browser = await launchBrowser(site.origin, [
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--autoplay-policy=user-gesture-required',
  ])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
  folder?.remove()
})

const soon = { timeout: 30_000 }
const venue = (page: Page) => page.locator('#virtual-world')

test('two guests meet in the venue: one in 3D, one on the plan, and see each other walk, wave and leave', async () => {
  const plain = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  // The processor draws every pixel of the room, so a small window saves most of the time of this test.
  const drawn = await browser.newPage({ viewport: { width: 400, height: 300 }, reducedMotion: 'no-preference' })
  for (const page of [plain, drawn]) {
    await page.goto('/')
    // Before that, buttons have no effect.
    await page.locator('html[data-ready]').waitFor()
    expect(
      await page.evaluate(
        `performance.getEntriesByType('resource').filter((one) => /hall-view|draw-hall/.test(one.name))`,
      ),
    ).toEqual([])
    await venue(page).getByRole('button', { name: 'Enter the Venue' }).press('Enter')
    await venue(page).getByText('Live now: A Night of Tape').waitFor()
    // Keyboard users see the focus after entering.
    await expect.poll(() => focused(page), soon).toBe('Leave the Venue')
  }
  // With reduced motion the plan comes first, with everybody in a list.
  await plain.getByText('2 people here').waitFor()
  const people = venue(plain)
    .getByRole('listitem')
    .filter({ hasText: /(by the stage|in the middle|at the back)$/ })
  const [own, other] = await people.allInnerTexts()
  expect(own).toMatch(/ \(you\), /)
  const name = other!.split(',')[0]!

  const canvas = venue(drawn).locator('canvas')
  await expect.poll(() => canvas.getAttribute('data-calls'), soon).toMatch(/^\d+$/)
  expect(Number(await canvas.getAttribute('data-calls'))).toBeLessThanOrEqual(100)
  expect(Number(await canvas.getAttribute('data-triangles'))).toBeLessThanOrEqual(150_000)
  // The arrow keys walk while the focus is still on the button of the bar.
  expect(await focused(drawn)).toBe('Leave the Venue')
  await drawn.keyboard.down('ArrowUp')
  await expect.poll(async () => (await people.allInnerTexts()).at(-1), soon).toBe(`${name}, by the stage`)
  await drawn.keyboard.up('ArrowUp')
  // In the 3D view, letters walk as well.
  await venue(drawn).getByRole('application').focus()
  await drawn.keyboard.down('KeyS')
  await expect.poll(async () => (await people.allInnerTexts()).at(-1), soon).toBe(`${name}, in the middle`)
  await drawn.keyboard.up('KeyS')

  await venue(drawn).getByRole('button', { name: 'Wave' }).press('Enter')
  await venue(plain).getByRole('log').getByText(`${name} waves`).waitFor()
  await checkAccessibility(plain, 'the plan of the venue', '#virtual-world')

  // The sound is that of the set list, in sync, and yields to the preview.
  await venue(plain).getByRole('button', { name: 'Turn stage sound off' }).waitFor()
  await plain.getByRole('button', { name: /^Play Preview/ }).click()
  await venue(plain).getByRole('button', { name: 'Turn stage sound on' }).waitFor()

  await venue(drawn).getByRole('button', { name: 'Leave the Venue' }).click()
  await venue(plain).getByRole('log').getByText(`${name} left`).waitFor({ timeout: 5_000 })
  await venue(drawn).getByRole('button', { name: 'Enter the Venue' }).waitFor()
})

test('the bar of the venue is one row of buttons on phones, in both languages, and says what the venue is', async () => {
  const names = {
    '/': ['Live Virtual Space', 'Guest Access', 'Voice Chat', 'Open Full', 'Leave the Venue', 'Enter the Venue'],
    '/es': [
      'Espacio virtual en vivo',
      'Acceso para invitados',
      'Chat de voz',
      'Abrir completo',
      'Salir de la sala',
      'Entrar en la sala',
    ],
  }
  const page = await browser.newPage({ phone: true })
  for (const [path, [live, guests, voice, full, leave, enter]] of Object.entries(names)) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    await venue(page).getByRole('button', { name: enter! }).press('Enter')
    await expect.poll(() => focused(page), soon).toBe(leave)
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      const boxes = await Promise.all(
        [voice, full, leave].map((name) => venue(page).getByRole('button', { name: name!, exact: true }).boundingBox()),
      )
      expect(new Set(boxes.map((box) => box?.y)).size, `${path} at ${width}`).toBe(1)
      expect(Math.min(...boxes.map((box) => box?.height ?? 0))).toBeGreaterThanOrEqual(44)
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    }
    for (const fact of [live, guests])
      expect(await venue(page).getByText(fact!, { exact: true }).isVisible()).toBe(true)
    await venue(page).getByRole('button', { name: leave!, exact: true }).press('Enter')
  }
})
