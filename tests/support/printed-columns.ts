import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** Finds pixel columns with text in a part of the screen, without highlights. */
export async function printedColumns(
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
): Promise<number[]> {
  const show = (opacity: string) =>
    page.evaluate(
      `document.querySelectorAll('[data-highlight]').forEach(({ style }) => (style.opacity = '${opacity}'))`,
    )
  await show('0')
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  await show('')
  return Array.from({ length: info.width }, (_, x) => x).filter((x) =>
    Array.from({ length: info.height }, (_unused, y) => data[y * info.width + x]!).some((shade) => shade < 150),
  )
}
