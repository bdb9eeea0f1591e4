// Tenant URLs of mock providers that have tenants.
export const KEYCLOAK_URL = 'https://sso.example.com/realms/main';
export const AZURE_TENANT = '11111111-2222-4333-8444-555555555555';
