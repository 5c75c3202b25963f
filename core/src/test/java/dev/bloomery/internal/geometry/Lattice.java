package dev.bloomery.internal.geometry;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The points (x a1, x a2 ...) modulo 2^64 for all x, which form a lattice: how even they lie is how even the words of a
 * multiplicative sequence are over all hashes. A basis reduced by the algorithm of Lenstra, Lenstra and Lov&aacute;sz gives
 * bounds that hold whatever the reduction: no two points are nearer to each other than the shortest of its orthogonalised
 * vectors, and no planes that hold all points are farther from each other than the longest.
 */
final class Lattice {
    private static final MathContext DIGITS = new MathContext(45);

    private final BigInteger[][] basis;
    private final int dimensions;

    private Lattice(BigInteger[][] basis) {
        this.basis = basis;
        this.dimensions = basis.length;
    }

    /** Of the words with these indexes of the sequence h, h M, h M^2 ... */
    static Lattice ofWords(long multiplier, int... indexes) {
        BigInteger modulus = BigInteger.ONE.shiftLeft(64);
        BigInteger factor = new BigInteger(Long.toUnsignedString(multiplier));
        BigInteger first =
                factor.modPow(BigInteger.valueOf(indexes[0]), modulus).modInverse(modulus);
        BigInteger[][] basis = new BigInteger[indexes.length][indexes.length];
        for (int i = 0; i < indexes.length; i++) {
            for (int j = 0; j < indexes.length; j++) {
                basis[i][j] = i == j ? modulus : BigInteger.ZERO;
            }
            // x runs over all numbers, and so does x times the odd first factor: only the ratios of the factors matter
            basis[0][i] = factor.modPow(BigInteger.valueOf(indexes[i]), modulus)
                    .multiply(first)
                    .mod(modulus);
        }
        return new Lattice(basis);
    }

    /**
     * How uneven the points lie: 1 is the best; at r, the nearest points or the farthest planes are off by that factor from
     * those of a lattice that is the same in all directions.
     */
    double unevenness() {
        reduce();
        double even = Math.pow(2, 64.0 * (dimensions - 1) / dimensions);
        double worst = 1;
        for (BigDecimal[] vector : orthogonalised()) {
            double length = Math.sqrt(product(vector, vector).doubleValue());
            worst = Math.max(worst, Math.max(length / even, even / length));
        }
        return worst;
    }

    private void reduce() {
        int k = 1;
        while (k < dimensions) {
            BigDecimal[][] all = orthogonalised(); // taking multiples of earlier vectors away does not change them
            for (int j = k - 1; j >= 0; j--) {
                BigInteger times = product(decimal(basis[k]), all[j])
                        .divide(product(all[j], all[j]), DIGITS)
                        .setScale(0, RoundingMode.HALF_UP)
                        .toBigInteger();
                for (int i = 0; i < dimensions; i++) {
                    basis[k][i] = basis[k][i].subtract(times.multiply(basis[j][i]));
                }
            }
            BigDecimal before = product(all[k - 1], all[k - 1]);
            BigDecimal mu = product(decimal(basis[k]), all[k - 1]).divide(before, DIGITS);
            BigDecimal least = new BigDecimal("0.75").subtract(mu.multiply(mu)).multiply(before);
            if (product(all[k], all[k]).compareTo(least) >= 0) {
                k++;
            } else {
                BigInteger[] swapped = basis[k];
                basis[k] = basis[k - 1];
                basis[k - 1] = swapped;
                k = Math.max(k - 1, 1);
            }
        }
    }

    /** Each vector of the basis less what it has in common with those before it. */
    private BigDecimal[][] orthogonalised() {
        BigDecimal[][] all = new BigDecimal[dimensions][];
        for (int i = 0; i < dimensions; i++) {
            BigDecimal[] vector = decimal(basis[i]);
            BigDecimal[] rest = vector.clone();
            for (int j = 0; j < i; j++) {
                BigDecimal mu = product(vector, all[j]).divide(product(all[j], all[j]), DIGITS);
                for (int c = 0; c < dimensions; c++) {
                    rest[c] = rest[c].subtract(mu.multiply(all[j][c]), DIGITS);
                }
            }
            all[i] = rest;
        }
        return all;
    }

    private static BigDecimal[] decimal(BigInteger[] vector) {
        BigDecimal[] decimal = new BigDecimal[vector.length];
        for (int i = 0; i < vector.length; i++) {
            decimal[i] = new BigDecimal(vector[i]);
        }
        return decimal;
    }

    private static BigDecimal product(BigDecimal[] left, BigDecimal[] right) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < left.length; i++) {
            sum = sum.add(left[i].multiply(right[i]), DIGITS);
        }
        return sum;
    }
}
