import { expect, test } from 'vitest'
import { isHostingAddress, isVisitorAddress } from './hosting-networks.ts'

test('addresses of hosting companies and mail gateways are recognized in every notation', () => {
  for (const address of [
    '3.5.140.2',
    '40.107.22.1',
    '52.100.4.9',
    '34.105.7.7',
    '::ffff:104.47.1.1',
    '148.163.130.2',
    '2600:1f18::1',
    '2603:1000::5',
  ])
    expect([address, isHostingAddress(address)]).toEqual([address, true])
})

test('home connections, private relays, localhost and invalid addresses are not', () => {
  for (const address of [
    '127.0.0.1',
    '::1',
    '10.0.0.4',
    '192.0.2.1',
    '104.28.9.9',
    '172.224.226.1',
    '82.83.84.85',
    '2a02:8108::1',
    '',
    'x',
    '3.5.140',
  ])
    expect([address, isHostingAddress(address)]).toEqual([address, false])
})

test('a public address identifies a visitor, a private one does not', () => {
  expect(['82.83.84.85', '::ffff:82.83.84.85', '2a02:8108::1'].map(isVisitorAddress)).toEqual([true, true, true])
  expect(['127.0.0.1', '::ffff:10.0.0.4', 'fd00::1', ''].map(isVisitorAddress)).toEqual([false, false, false, false])
})
