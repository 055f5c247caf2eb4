import { expect, test } from 'vitest'
import { normalizeRecoveryCode } from './recovery-codes.ts'

test.each(['k3f9-0a2c-tt71-m41w', 'K3F9 OA2C TT7I M4IW', ' k3f90a2ctt7lm4iw\n', 'k3f9–oa2c—tt7I-m4lw'])(
  '%j is accepted as the same code',
  (typed) => {
    expect(normalizeRecoveryCode(typed)).toBe('k3f90a2ctt71m41w')
  },
)
