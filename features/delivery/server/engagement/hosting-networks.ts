import { BlockList, isIPv6 } from 'node:net'
import { isPublicAddress } from '#platform/http-client/public-address.ts'

/* Networks of large hosting companies and mail gateways, as whole address blocks, where servers are common and
   people are rare. Checked against the lists that the hosting companies published in November 2026. A person behind
   a company's gateway or a rented tunnel also comes from there, so such a visit is unsure, not a machine. Private
   relays of browsers (Cloudflare, Akamai, Fastly) carry people and are left out. */
const networks = `
  3.0.0.0/8 13.48.0.0/13 13.56.0.0/14 13.112.0.0/14 13.124.0.0/14 13.208.0.0/13 13.224.0.0/12 13.244.0.0/14 15.206.0.0/15 15.228.0.0/15 16.24.0.0/13
  16.162.0.0/15 16.170.0.0/15 18.128.0.0/9 34.192.0.0/10 35.152.0.0/13 35.176.0.0/13 43.200.0.0/13 44.192.0.0/10 50.16.0.0/14 52.0.0.0/10 52.64.0.0/12
  52.80.0.0/13 52.88.0.0/13 52.192.0.0/10 54.64.0.0/11 54.144.0.0/12 54.160.0.0/11 54.192.0.0/10 57.180.0.0/14 63.32.0.0/14 98.80.0.0/12 100.20.0.0/14
  100.24.0.0/13 107.20.0.0/14 108.128.0.0/13 108.136.0.0/14 174.129.0.0/16 175.41.128.0/18 176.34.0.0/16 184.72.0.0/15 184.169.128.0/17 204.236.128.0/17
  216.182.224.0/20 2406:da00::/24 2600:1f00::/24 2a05:d000::/25
  13.64.0.0/11 13.96.0.0/13 13.104.0.0/14 20.33.0.0/16 20.36.0.0/14 20.40.0.0/13 20.48.0.0/12 20.64.0.0/10 20.160.0.0/11 20.192.0.0/10 23.96.0.0/13
  40.64.0.0/10 51.4.0.0/15 51.12.0.0/15 51.103.0.0/16 51.104.0.0/14 51.124.0.0/16 51.132.0.0/16 51.140.0.0/14 52.96.0.0/12 52.112.0.0/14 52.120.0.0/14
  52.136.0.0/13 52.148.0.0/14 52.152.0.0/13 52.160.0.0/11 65.52.0.0/14 70.37.0.0/17 74.234.0.0/15 98.64.0.0/14 104.40.0.0/13 104.208.0.0/13 137.116.0.0/15
  137.135.0.0/16 138.91.0.0/16 157.55.0.0/16 168.61.0.0/16 168.62.0.0/15 172.160.0.0/11 191.232.0.0/13 2603:1000::/24
  34.64.0.0/10 34.128.0.0/10 35.184.0.0/13 35.192.0.0/12 35.208.0.0/12 35.224.0.0/12 35.240.0.0/13 104.154.0.0/15 104.196.0.0/14 107.178.192.0/18
  130.211.0.0/16 146.148.0.0/17 2600:1900::/28
  104.131.0.0/16 138.68.0.0/16 138.197.0.0/16 139.59.0.0/16 142.93.0.0/16 143.110.128.0/17 157.230.0.0/16 157.245.0.0/16 159.65.0.0/16 159.89.0.0/16
  159.203.0.0/16 161.35.0.0/16 164.90.128.0/17 164.92.64.0/18 165.22.0.0/16 165.227.0.0/16 167.71.0.0/16 167.99.0.0/16 167.172.0.0/16 178.62.0.0/16
  178.128.0.0/16 188.166.0.0/16 206.189.0.0/16 2400:6180::/32 2604:a880::/32 2a03:b0c0::/32
  45.33.0.0/17 45.56.64.0/18 45.79.0.0/16 50.116.0.0/18 66.175.208.0/20 69.164.192.0/19 96.126.96.0/19 139.162.0.0/16 172.104.0.0/15 173.255.192.0/18
  178.79.128.0/18 2600:3c00::/28 2a01:7e00::/30
  64.235.144.0/20 67.231.144.0/20 91.220.42.0/24 146.101.78.0/24 148.163.128.0/19 170.10.128.0/21 185.132.180.0/22 185.183.28.0/22 195.130.217.0/24
  205.220.160.0/19 209.222.80.0/21`

const hosting = new BlockList()
for (const network of networks.trim().split(/\s+/)) {
  const [address = '', bits] = network.split('/')
  hosting.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * Returns whether an address distinguishes visitors. Behind an unconfigured proxy, all visitors have the same private
 * address.
 */
export function isVisitorAddress(address: string): boolean {
  return isPublicAddress(plainAddress(address))
}

/** @param address Address of a client; an invalid address is in no network. */
export function isHostingAddress(address: string): boolean {
  const plain = plainAddress(address)
  return hosting.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
