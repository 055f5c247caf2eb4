import { expect, test } from 'vitest'
import { contrastOf } from '../colours.ts'
import { ink, linkColours, paper } from './mail-colours.ts'

const darkGrounds = [ink.plate, ink.raised]
const lightGrounds = [paper.plate, paper.raised]
const weakest = (colour: string, grounds: string[]) => Math.min(...grounds.map((ground) => contrastOf(colour, ground)))

test('without an accent color, links have the default colors, which are readable', () => {
  expect(linkColours(undefined)).toEqual({ dark: '#f8823d', light: '#a8420c' })
  for (const accent of [undefined, '#f8823d']) {
    expect(weakest(linkColours(accent).dark, darkGrounds)).toBeGreaterThanOrEqual(4.5)
    expect(weakest(linkColours(accent).light, lightGrounds)).toBeGreaterThanOrEqual(4.5)
  }
})

test('every accent color has a shade for dark and one for light backgrounds with a contrast of 4.5', () => {
  const parts = ['00', '33', '66', '99', 'cc', 'ff']
  const colours = parts.flatMap((red) => parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)))
  const shades = colours.map((accent) => ({ accent, ...linkColours(accent) }))
  expect(shades).toHaveLength(216)
  expect(shades.filter(({ dark }) => weakest(dark, darkGrounds) < 4.5)).toEqual([])
  expect(shades.filter(({ light }) => weakest(light, lightGrounds) < 4.5)).toEqual([])
  // A color that can be read stays as it is.
  const isChanged = (accent: string, shade: string, grounds: string[]) =>
    weakest(accent, grounds) >= 4.5 && shade !== accent
  expect(shades.filter(({ accent, dark }) => isChanged(accent, dark, darkGrounds))).toEqual([])
  expect(shades.filter(({ accent, light }) => isChanged(accent, light, lightGrounds))).toEqual([])
})

test('the shade keeps the hue: yellow gets a dark yellow, blue a light blue', () => {
  expect(linkColours('#ffd400')).toEqual({ dark: '#ffd400', light: expect.stringMatching(/^#7.6.00$/) })
  expect(linkColours('#2050c0').dark).toMatch(/^#[5-9a-f].[7-9a-f].[c-f]./)
})
