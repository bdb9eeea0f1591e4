// Certificates that Go's crypto/x509 made for one key, with the fields that supabase/auth sets: serial 0, validity of
// 200 years from 1970, key usage and subjectAltName. Identity providers pin the certificate, so Postern's must have the
// same bytes.

/** The key in PKCS#1, in the format of SVC_SAML_PRIVATE_KEY. Only tests use it. */
export const REFERENCE_KEY =
  'MIIEowIBAAKCAQEAmSyKNCiL9ZDXtdLFUQ9IgJ8GmgKNwdRglEphdSD71aIRxRPlw/lXPJIoJx6VcpFNLRfyfDtp4T1jixsrg60t' +
  'baSL7QZcmD6w4y8L6PNPGLkxk0grrk9Sk37qsQ3nCAP/6iM6+h6F7Fg/Zbtz99r8zWFXH9ZdhINBpwLiO3oa6X+CKTl9Sfnexslq' +
  'L4D6u8bNXm5fHBJ4q5nrXBtl9PkYpz+dABhysjTR4Yj51z4uk1E0C06dYthzIv2F7Q5/qEXyg7SSFKNpH/kvAbJpqNLoc5+2BgkO' +
  'Zzbi5eQUp8Hgj/iUZvJgFlqZD0uuTjtqfGKYqiJysFoF6yq12/79yBZkmQIDAQABAoIBACGGsq9M6qlyrQxCmGawIi3o4NCH25A/' +
  '1G3Qw/kXoZd2dE4/FyzoX/RFh11cn9hmPk6u7afMd1XSEn4pkcIt/wH/IJNeL5kxK5VmQESaMMdYDaZPhyQNf6UCBAuB3/4MphCQ' +
  '6oFBeg2rmSDCwVTQTUIE2sWArZJqCk4sXukmxkoyBFDv9DfEWoUZrVsGIwbvSnsHDwJgPWohgOAP6x9OK1BYeI02vXso4MHDh0oq' +
  'xjscZPyVRP7668fcr00ale3ggJWeYHFf+a+0ifb+LOf7F4TCDv1hOwokz1oiDbkJkQ+nAYb2GOngBqvNhtjgJn+26vaM2Mq5KhQg' +
  'bEFjLVzbSPsCgYEAwy23cgED5oFurVJTMyzTbZlITl1PzvJnDO//ZCzIhWngVdpLfCcy4nRifeuS2qfG+qh3m0gyBK5B8EVTn7nL' +
  'H/WwSEE7suLDbVnIlP/W/HhfPzmatbfCIGpsABLZUg6uJ9UWirGW7GRZS9jt/3mogskpd5pyWSK+uVDlZmoro7cCgYEAyOfs7KN1' +
  'nwMdCLeaX/wPEs9fwz9k2zSQhMBHCB9Y3t1BIwy4lCyunHSGWI3bj1nmnTPKsVN75gFK+pKFd+MDu6oUxwqtaRgYExke3RJr7UTi' +
  'pjDyp0HRhGwBtzTzgz+2W13DK/6aUHLekDWpX+mZtWjngL8Cx0ns5PHVu/OjWi8CgYBUR0peTPftMdijuNe6UlHdkoG5bOuIVf2P' +
  'hZaHIBtaGJTJHaDYtGhxhoX9D5rzFd2C4Pn8sFkA0mogoR7x6p0+aK29FYX8wZRXhJxrUmn3zNZ8C5i1fOqzaqDGC12R5ErpYkcA' +
  'jpy36MDyUnK6jULpbomcXrGfsbQfe0IDTjcX0wKBgQCUCBfRsQt8s82T27z61n3AzV3xPmexAMUvm4F7IaXY6MwS6E+kllu+WjmX' +
  'TEcoFATRdhT2nd3f9rnpcUa4tGPOxh5zHpHxqtgqUkskd2tgs24RKGXTCbM4UGDfPjvjTHGwVqD1bK8Fce498dwwGK6yNW7GtXd1' +
  'oinT88EZsQZ+7wKBgBdabQ1UnpDH62hYsiWF78bGcV+LOgxQZ5jiBFnZXB8zpcSCU3lCXWbcPCcgwSxEVY2hHTBgCmOTAWHuFjhg' +
  '+n6CII1ar/iaXf33sJrN8hEfbS98JXroxOLI1dI9ctmcjBr1YVMpxqRykiNMo8TWXUPBcTlzsxDkDYFj+7R0YWFv';

export const REFERENCE_CERTIFICATES: readonly { host: string; encrypts: boolean; der: string }[] = [
  {
    host: 'auth.example.com',
    encrypts: false,
    der:
      'MIIDHDCCAgSgAwIBAgIBADANBgkqhkiG9w0BAQsFADA0MTIwMAYDVQQDEylTQU1MIDIuMCBDZXJ0aWZpY2F0ZSBmb3IgYXV0aC5l' +
      'eGFtcGxlLmNvbTAgFw03MDAxMDEwMDAwMDBaGA8yMTcwMDEwMTAwMDAwMFowNDEyMDAGA1UEAxMpU0FNTCAyLjAgQ2VydGlmaWNh' +
      'dGUgZm9yIGF1dGguZXhhbXBsZS5jb20wggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCZLIo0KIv1kNe10sVRD0iAnwaa' +
      'Ao3B1GCUSmF1IPvVohHFE+XD+Vc8kignHpVykU0tF/J8O2nhPWOLGyuDrS1tpIvtBlyYPrDjLwvo808YuTGTSCuuT1KTfuqxDecI' +
      'A//qIzr6HoXsWD9lu3P32vzNYVcf1l2Eg0GnAuI7ehrpf4IpOX1J+d7GyWovgPq7xs1ebl8cEnirmetcG2X0+RinP50AGHKyNNHh' +
      'iPnXPi6TUTQLTp1i2HMi/YXtDn+oRfKDtJIUo2kf+S8Bsmmo0uhzn7YGCQ5nNuLl5BSnweCP+JRm8mAWWpkPS65OO2p8YpiqInKw' +
      'WgXrKrXb/v3IFmSZAgMBAAGjNzA1MA4GA1UdDwEB/wQEAwIHgDAjBgNVHREEHDAaghhfc2FtbHNwLmF1dGguZXhhbXBsZS5jb20w' +
      'DQYJKoZIhvcNAQELBQADggEBAF9lsgTtdcYl4rU8naYTNutyACo1jDkzBTrNe3h00ndNAWXjluNPld+iOtrulJzbarzzS9UxoL8B' +
      'x42jy1rV+wL4z7OZWBzvLJmW7qWT063YLwXBqgdxi9AlsEQHhOn90U5d3wxvfc7IkwU2bPnmT0T7Wy2WM/JnmcWR4LMZ4WOKbECX' +
      '10MnbNCcYJ6/n+QlwPaV0CCbi10Hh4TbZgkv07XoliMdfWsq3rd3ovtx6n1W0zoX/QXMsSgmq7IFu5Cmdxb7dX5sqZiUvE9hNTHJ' +
      'XLhKWjjQE0a0svBSdobk0F5OASfyvkLwMYn54N+RE9/8f86J2gpZZwnOaMcW8N8mkS0=',
  },
  {
    host: 'auth.example.com',
    encrypts: true,
    der:
      'MIIDHDCCAgSgAwIBAgIBADANBgkqhkiG9w0BAQsFADA0MTIwMAYDVQQDEylTQU1MIDIuMCBDZXJ0aWZpY2F0ZSBmb3IgYXV0aC5l' +
      'eGFtcGxlLmNvbTAgFw03MDAxMDEwMDAwMDBaGA8yMTcwMDEwMTAwMDAwMFowNDEyMDAGA1UEAxMpU0FNTCAyLjAgQ2VydGlmaWNh' +
      'dGUgZm9yIGF1dGguZXhhbXBsZS5jb20wggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCZLIo0KIv1kNe10sVRD0iAnwaa' +
      'Ao3B1GCUSmF1IPvVohHFE+XD+Vc8kignHpVykU0tF/J8O2nhPWOLGyuDrS1tpIvtBlyYPrDjLwvo808YuTGTSCuuT1KTfuqxDecI' +
      'A//qIzr6HoXsWD9lu3P32vzNYVcf1l2Eg0GnAuI7ehrpf4IpOX1J+d7GyWovgPq7xs1ebl8cEnirmetcG2X0+RinP50AGHKyNNHh' +
      'iPnXPi6TUTQLTp1i2HMi/YXtDn+oRfKDtJIUo2kf+S8Bsmmo0uhzn7YGCQ5nNuLl5BSnweCP+JRm8mAWWpkPS65OO2p8YpiqInKw' +
      'WgXrKrXb/v3IFmSZAgMBAAGjNzA1MA4GA1UdDwEB/wQEAwIEkDAjBgNVHREEHDAaghhfc2FtbHNwLmF1dGguZXhhbXBsZS5jb20w' +
      'DQYJKoZIhvcNAQELBQADggEBAF3nG2sazsKS0Rf5ElPfWY34ol50g5aoVWWzG9TFSJMt2/ywueUxe5voF1RZyOmIELmReKwdsOnp' +
      '+SJO0kyXlL/c7e4HVq2K48EluVjCCrqbe+x5U3f2KGlVB1e3uam6mwB1PansSOiY18/kSe/pwyBg7fnA4i3T0P6vccjHDlD9qejo' +
      'BOwSoppV1LlZ9g9x2dR7L3KnJTxINWFXAYpnniVbQAWLR58OErsAlg1tTJGKG580IqP0ZBSaWRQmxuKBM5MeQ37XTW/zxa/WEC7K' +
      '6eJ70ljXSdvqeM4hX5+JkKU/PQ2YcLbrEdjH/UIbn4ZQyVWun1eW0v7cEza3spEQVNg=',
  },
  {
    host: 'auth_1.example.com',
    encrypts: false,
    der:
      'MIIDIjCCAgqgAwIBAgIBADANBgkqhkiG9w0BAQsFADA2MTQwMgYDVQQDDCtTQU1MIDIuMCBDZXJ0aWZpY2F0ZSBmb3IgYXV0aF8x' +
      'LmV4YW1wbGUuY29tMCAXDTcwMDEwMTAwMDAwMFoYDzIxNzAwMTAxMDAwMDAwWjA2MTQwMgYDVQQDDCtTQU1MIDIuMCBDZXJ0aWZp' +
      'Y2F0ZSBmb3IgYXV0aF8xLmV4YW1wbGUuY29tMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAmSyKNCiL9ZDXtdLFUQ9I' +
      'gJ8GmgKNwdRglEphdSD71aIRxRPlw/lXPJIoJx6VcpFNLRfyfDtp4T1jixsrg60tbaSL7QZcmD6w4y8L6PNPGLkxk0grrk9Sk37q' +
      'sQ3nCAP/6iM6+h6F7Fg/Zbtz99r8zWFXH9ZdhINBpwLiO3oa6X+CKTl9SfnexslqL4D6u8bNXm5fHBJ4q5nrXBtl9PkYpz+dABhy' +
      'sjTR4Yj51z4uk1E0C06dYthzIv2F7Q5/qEXyg7SSFKNpH/kvAbJpqNLoc5+2BgkOZzbi5eQUp8Hgj/iUZvJgFlqZD0uuTjtqfGKY' +
      'qiJysFoF6yq12/79yBZkmQIDAQABozkwNzAOBgNVHQ8BAf8EBAMCB4AwJQYDVR0RBB4wHIIaX3NhbWxzcC5hdXRoXzEuZXhhbXBs' +
      'ZS5jb20wDQYJKoZIhvcNAQELBQADggEBABvms6xZqLRl+uUMQzMRb0NcSloVc5hoRKy11NQa9WxJSgmxs1TrvTqJDJdtXOj/a0Pr' +
      'C1aLydJVUC/Lza3FeUSigFMErp/lXsBZzCvRzbUPUq+mcMiU8NiKEHTvi0EZtt52NF+3RM8RT+4sJylfjeCBcCp1HLtWBVsmcgbD' +
      '3AmqBVyBlVf0sdE6ad/9F2yAnZkJxUuC3aqKgXKxlrxGDNBSzKU93m9IkeEuRgCxiEa863YxCmY3Qg7RbK5fwIlvgyBmITJ3MI53' +
      '0Ypj51scNMqabDvizqw+zoymBy0OyykO8PRvO+wkqSFviLPuBosMR88u/GtqGUaENpA6dCHTSxg=',
  },
  {
    host: 'auth_1.example.com',
    encrypts: true,
    der:
      'MIIDIjCCAgqgAwIBAgIBADANBgkqhkiG9w0BAQsFADA2MTQwMgYDVQQDDCtTQU1MIDIuMCBDZXJ0aWZpY2F0ZSBmb3IgYXV0aF8x' +
      'LmV4YW1wbGUuY29tMCAXDTcwMDEwMTAwMDAwMFoYDzIxNzAwMTAxMDAwMDAwWjA2MTQwMgYDVQQDDCtTQU1MIDIuMCBDZXJ0aWZp' +
      'Y2F0ZSBmb3IgYXV0aF8xLmV4YW1wbGUuY29tMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAmSyKNCiL9ZDXtdLFUQ9I' +
      'gJ8GmgKNwdRglEphdSD71aIRxRPlw/lXPJIoJx6VcpFNLRfyfDtp4T1jixsrg60tbaSL7QZcmD6w4y8L6PNPGLkxk0grrk9Sk37q' +
      'sQ3nCAP/6iM6+h6F7Fg/Zbtz99r8zWFXH9ZdhINBpwLiO3oa6X+CKTl9SfnexslqL4D6u8bNXm5fHBJ4q5nrXBtl9PkYpz+dABhy' +
      'sjTR4Yj51z4uk1E0C06dYthzIv2F7Q5/qEXyg7SSFKNpH/kvAbJpqNLoc5+2BgkOZzbi5eQUp8Hgj/iUZvJgFlqZD0uuTjtqfGKY' +
      'qiJysFoF6yq12/79yBZkmQIDAQABozkwNzAOBgNVHQ8BAf8EBAMCBJAwJQYDVR0RBB4wHIIaX3NhbWxzcC5hdXRoXzEuZXhhbXBs' +
      'ZS5jb20wDQYJKoZIhvcNAQELBQADggEBACfrfeFJPl8fw9eKCgLJIe1wfaQ4+e2T6uy5tZvo+NEnuLjnukdRKRhavT/O7kmLlhQ3' +
      'qlrg22NZY/WAYiqJ7JtyJbizLAOMGpehdMnc+3ve5rl1qKSHevlucUrn5fJh/QL/A7EW3gNWMa3w265XNH/y0RIcPmb5W3CxsL1J' +
      'RQdRklsN5l+B9vgUUNiKA3cWQr3eMQz0tHD2n6XOSX0PvaYoCz0gMu2WHF8JBYUSthm0ohaw5FzUeGIqOQVZcGdnQcksMu6mYTtI' +
      'I/XJS8kP/kQmInf+TDPDK/PpYEGVOsDYc7vWRaThe1jtCEVmzYnxikjhSQV21Daemy4NRs9CORE=',
  },
];
