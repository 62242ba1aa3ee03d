import { Module } from '@nestjs/common';
import { InstallationMetrics } from './installation-metrics.js';

@Module({ providers: [InstallationMetrics] })
export class InstallationModule {}
