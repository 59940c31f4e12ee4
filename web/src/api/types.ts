import type { components } from '@/gen/api'

/** Short names for what the REST API speaks of. */
type Schemas = components['schemas']

export type Catalogue = Schemas['Catalogue']
export type Cluster = Schemas['Cluster']
export type Datacenter = Schemas['Datacenter']
export type Dashboard = Schemas['Dashboard']
export type Deployment = Schemas['Deployment']
export type Event = Schemas['Event']
export type Member = Schemas['Member']
export type Pagination = Schemas['Pagination']
export type Preflight = Schemas['Preflight']
export type Profile = Schemas['Profile']
export type Refusal = Schemas['Refusal']
export type Revision = Schemas['Revision']
export type Secrets = Schemas['Secrets']
export type Step = Schemas['Step']
export type Task = Schemas['Task']
export type TaskLine = Schemas['TaskLine']
export type Team = Schemas['Team']
export type LogLine = Schemas['LogLine']
export type User = Schemas['User']
