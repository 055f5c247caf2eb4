import { expect, test } from 'vitest'
import { type DeviceFacts, deviceOf } from './device.ts'

const laptop: DeviceFacts = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  isMobile: false,
  touchPoints: 0,
  isCoarse: false,
  hasFinePointer: true,
}
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'

test.each<[string, Partial<DeviceFacts>]>([
  ['a laptop', {}],
  ['a laptop with a touch screen', { touchPoints: 10, hasFinePointer: true }],
  ['a Mac', { userAgent: mac }],
  ['a touch screen on a wall with a mouse', { isCoarse: true, hasFinePointer: true }],
])('%s opens the room in the page', (_name, facts) => {
  expect(deviceOf({ ...laptop, ...facts })).toBe('desktop')
})

test.each<[string, Partial<DeviceFacts>]>([
  ['a phone by its user agent', { userAgent: iphone }],
  [
    'an Android tablet',
    { userAgent: 'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36' },
  ],
  ['a phone by its client hint, whatever its user agent', { isMobile: true }],
  ['a tablet that identifies as a Mac', { userAgent: mac, touchPoints: 5 }],
  ['any device with touch only', { isCoarse: true, hasFinePointer: false, touchPoints: 5 }],
])('%s gets the link to the app', (_name, facts) => {
  expect(deviceOf({ ...laptop, ...facts })).toBe('phone')
})
