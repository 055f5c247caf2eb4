import { expect, test } from 'vitest'
import { type DeviceFacts, deviceOf, isSoftwareRenderer } from './device.ts'

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

test.each([
  ['ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)', true],
  ['llvmpipe (LLVM 19.1.7, 256 bits)', true],
  ['ANGLE (Microsoft, Microsoft Basic Render Driver (0x0000008C) Direct3D11 vs_5_0 ps_5_0, D3D11)', true],
  ['Apple Software Renderer', true],
  ['ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)', false],
  ['Adreno (TM) 730', false],
  ['Apple GPU', false],
  ['', false],
])('the renderer “%s” draws on the processor: %s', (name, isSoftware) => {
  expect(isSoftwareRenderer(name)).toBe(isSoftware)
})
