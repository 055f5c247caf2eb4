import { BlockList, isIP } from 'node:net'

// IANA ranges for private networks, loopback, documentation and multicast.
const reserved4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`

/*
 * Addresses that look public but reach internal services from a machine in a cloud: Azure's WireServer, IBM's
 * infrastructure and service endpoints, Google's private API endpoints. Others are in the ranges above: 169.254.169.254
 * and 169.254.170.2 of most clouds, 100.100.100.200 of Alibaba, 192.0.0.192 of Oracle; or outside of the public IPv6
 * range below: fd00:ec2::254 of Amazon, fd20:ce::254 of Google, fd00:42::42 of Scaleway.
 */
const insideClouds4 = '168.63.129.16/32 161.26.0.0/16 166.8.0.0/14 199.36.153.4/30 199.36.153.8/30'

const blocked4 = new BlockList()
for (const range of `${reserved4} ${insideClouds4}`.split(/\s+/)) {
  const [net = '', bits = ''] = range.split('/')
  blocked4.addSubnet(net, Number(bits), 'ipv4')
}

// Only the public IPv6 range, without ranges that embed IPv4 addresses or lead into a tunnel.
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const blocked6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  // Google's private API endpoints.
  ['2600:2d00:2:1000::', 64],
  ['2600:2d00:2:2000::', 64],
] as const)
  blocked6.addSubnet(net, bits, 'ipv6')

/**
 * Returns whether an address is public: not loopback, private, reserved, or internal to a cloud. IPv4 addresses mapped
 * to IPv6 (`::ffff:127.0.0.1`) are not public.
 *
 * @param address As returned by a resolver, without brackets; anything else is not public.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 * @see https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 * @see https://cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc
 * @see https://cloud.google.com/vpc/docs/configure-private-google-access
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html
 */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !blocked4.check(address, 'ipv4')
  return kind === 6 && !address.includes('%') && global6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6')
}
