import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test('addresses of the public Internet are public', () => {
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82a::200e',
  ])
    expect(isPublicAddress(address), address).toBe(true)
})

test('addresses of this machine, its network, reserved ranges and IPv4 in other notations are not public', () => {
  const addresses =
    `0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.254 192.0.0.1 192.0.2.1 192.168.1.1
    198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1
    ::ffff:8.8.8.8 ::ffff:169.254.169.254 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1::1 3fff::1 fc00::1 fd00:ec2::254
    fe80::1 fe80::1%eth0 fec0::1 ff02::1 5f00::1 localhost 127.1 0x7f000001`.split(/\s+/)
  for (const address of [...addresses, '']) expect(isPublicAddress(address), address).toBe(false)
})

test('internal addresses of cloud providers are not public, although some look so', () => {
  const inside = `168.63.129.16 100.100.100.200 100.100.2.136 192.0.0.192 169.254.169.254 169.254.170.2 169.254.42.42 161.26.0.10 161.26.255.254
    166.8.0.1 166.11.255.254 199.36.153.4 199.36.153.11 fd00:ec2::254 fd00:ec2::253 fd20:ce::254 fd00:42::42 fe80::a9fe:a9fe
    ::ffff:168.63.129.16 ::ffff:a83f:8110 2600:2d00:2:1000::1 2600:2d00:2:2000::2`
  for (const address of inside.split(/\s+/)) expect(isPublicAddress(address), address).toBe(false)
  const besides =
    '168.63.129.15 168.63.129.17 161.25.255.254 161.27.0.1 166.7.255.254 166.12.0.1 199.36.153.3 199.36.153.12 2600:2d00:2:3000::1'
  for (const address of besides.split(' ')) expect(isPublicAddress(address), address).toBe(true)
})
